"""`python -m euchre_sim` is the command `euchre-sim`."""

from euchre_sim.cli import main

if __name__ == "__main__":
    main()
