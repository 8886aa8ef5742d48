"""What may differ from one run of a command to the next: times, rates, and what the compiler made of a hook."""

import re

_NUMBER = r"(?<![\w.])\d+(?: \d{3})*(?:\.\d+)?"
_RATE = re.compile(rf"\s+{_NUMBER}(?:\s+(?:thousand|million))?(?=\s+(?:hands|games|pairs|deals)\s+a\s+second\b)")
_TIME = re.compile(rf"\s+{_NUMBER}(?=\s+(?:ns|ms|s|min)(?!\w))")
_HOOK = re.compile(r"^(\w+) +[\d.]+ +(?:SIMD, \d+ deals at once|branches\b.*|nothing\b.*)$", re.MULTILINE)


def masked(text: str) -> str:
    """The text with an ellipsis for each of these; where a line breaks because of them does not matter."""
    return _HOOK.sub(r"\1 …", _TIME.sub(" …", _RATE.sub(" …", text)))
