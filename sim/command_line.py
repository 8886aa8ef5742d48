"""Commands written back: what somebody types to see something again, ready to be copied into a shell."""

import shlex
from typing import Final

PROGRAM: Final = "euchre-sim"


def option_words(**given: object) -> list[str]:
    """The words of options, in their order; `until_width` is `--until-width`.

    None, False and what is empty leave an option out, True needs no word more, and a list repeats it.

    >>> option_words(rules=None, set=["deck=32", "laps=on"], games=True, seed=0)
    ['--set', 'deck=32', '--set', 'laps=on', '--games', '--seed', '0']
    """
    words = []
    for name, value in given.items():
        option = f"--{name.replace('_', '-')}"
        if value is True:
            words.append(option)
        elif value is not None and value is not False:
            for one in value if isinstance(value, list | tuple) else [value]:
                words += [option, str(one)] if str(one) else []
    return words


def command(*words: str, **given: object) -> str:
    """A command of this program, quoted for a shell.

    >>> command("run", hands="250k", strategy=["basic{order=22}", "cautious"], seed=1)
    "euchre-sim run --hands 250k --strategy 'basic{order=22}' --strategy cautious --seed 1"
    """
    return shlex.join([PROGRAM, *words, *option_words(**given)])
