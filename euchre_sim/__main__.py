"""`python -m euchre_sim` is the command `euchre-sim`, which can be stopped from its first moment on."""

import os
import sys

try:
    from euchre_sim import interrupt

    if "multiprocessing.spawn" not in sys.modules:  # processes of a local cluster end with the one that began them
        interrupt.end_at_once()  # there is much to import and nothing to lose
except KeyboardInterrupt:
    os._exit(130)


def main() -> None:
    """Entry point of the command `euchre-sim`."""
    from euchre_sim import cli

    cli.main()


if __name__ == "__main__":
    main()
