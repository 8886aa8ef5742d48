"""`python -m euchre_sim` is the command `euchre-sim`, which can be stopped from its first moment on."""

import os

try:
    from euchre_sim import interrupt

    interrupt.end_at_once()  # there is much to import and nothing to lose
except KeyboardInterrupt:
    os._exit(130)


def main() -> None:
    """Entry point of the command `euchre-sim`."""
    from euchre_sim import cli

    cli.main()


if __name__ == "__main__":
    main()
