"""Players that exist for the tests only; a test names them `bots:wild`, with parameters `bots:wild{bid=40}`."""

from bots import probe, puppet, steady, wild

__all__ = ["probe", "puppet", "steady", "wild"]
