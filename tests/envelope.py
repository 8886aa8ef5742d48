"""What `--json` prints: one envelope for all commands, taken off here and looked at."""

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
