"""What commands put round their answers: the envelope of `--json`, and below the text the command that repeats it."""

import json
from typing import Any

import euchre_sim


def result(stdout: str, error: int | None = None) -> Any:
    """The result of a command that printed it with --json; of an interrupted one beside the exit code `error`."""
    envelope = json.loads(stdout)
    assert list(envelope) == ["version", "command", "result", *([] if error is None else ["error"])]
    assert envelope["version"] == euchre_sim.__version__
    assert envelope["command"].startswith("euchre-sim ")
    assert error is None or envelope["error"]["code"] == error
    return envelope["result"]


def again(text: str) -> str:
    """The command on the last lines of an answer, in one line however many it is printed on."""
    return text.rpartition("\nagain   ")[2].rstrip().replace(" \\\n          ", " ")


def flat(text: str) -> str:
    """A text on one line, however it is folded."""
    return " ".join(text.replace("\\\n", "\n").split())
