"""`euchre-sim book`: a bidding book trained, checked, and asked what it says of a hand."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from euchre_sim import completion, console, options, study, table
from euchre_sim.interrupt import StopOnSignal
from euchre_sim.typed import parse_count, parse_seed
from sim.command_line import command
from sim.errors import UsageError

if TYPE_CHECKING:
    from sim.book.book_file import Book

app = typer.Typer(name="book", help="Bidding books: trained, checked, looked up.", rich_markup_mode=None)

_Cards = Annotated[
    str,
    typer.Option(
        "--cards",
        metavar="SPEC",
        help="Who plays the cards, and whose bidding the book is measured against.",
        autocompletion=completion.complete_strategy,
    ),
]
_Deals = Annotated[str, typer.Option("--deals", metavar="N", help="Deals to learn from; the most count.")]
_Held = Annotated[str, typer.Option("--held-out", metavar="N", help="Other deals, on which gains are measured.")]
_Threads = Annotated[str | None, typer.Option("--threads", metavar="N", help="Threads; without it, one a processor.")]
_Work = Annotated[
    str | None,
    typer.Option("--work", metavar="FOLDER", help="Where deals and rounds are kept; to resume, give it again."),
]
_File = Annotated[
    str | None, typer.Option("--book", metavar="FILE.npz", help="A book; without it, the one that ships for the rules.")
]


@app.command("train")
def train(
    out: Annotated[str, typer.Option("--out", metavar="FILE.npz", help="The book to write.")],
    rules: options.RulesName = table.DEFAULT_RULES,
    changes: options.Changes = None,
    cards: _Cards = table.DEFAULT_STRATEGY,
    deals: _Deals = "50M",
    held: _Held = "4M",
    rounds: Annotated[str, typer.Option("--rounds", metavar="N", help="Rounds of best responses.")] = "6",
    seed: options.Seed = None,
    threads: _Threads = None,
    work: _Work = None,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Train a book: the best answer for every hand, upcard and seat when all bid by it and play the same cards.

    Every deal is played once under every contract, and bidding is worked out by look-up. Without --work it is kept in
    FILE.npz.work; a training that was stopped goes on where it was, by the same command.
    """
    path = _book_path(out)
    game, _ = table.labelled_rules(rules, changes or [])
    counts = {"deals": parse_count(deals, "--deals"), "held": parse_count(held, "--held-out"),
              "rounds": parse_count(rounds, "--rounds")}  # fmt: skip
    if not quiet:
        console.on_compiling()
    from sim.book.book_file import write_book, write_values
    from sim.book.library import Source
    from sim.book.training import BookPlan, Training
    from sim.players.given import as_player
    from sim.runs.provenance import thread_count
    from sim.text.book import rounds_text

    number = 1 if seed is None else parse_seed(seed)
    player = as_player(cards)
    folder = Path(work) if work is not None else path.with_name(path.name + ".work")
    count = thread_count(None if threads is None else parse_count(threads, "--threads"))
    with StopOnSignal() as signals:
        plan = BookPlan(Source(game, player, number), player, folder=folder, threads=count, **counts)
        ready = Training(plan, signals.asked)
        interruption = study.play_with_progress(ready, quiet)
        if interruption is not None:
            raise interruption
    trained = ready.result
    size = write_book(trained, path)
    write_values(trained)
    again = command("book", "train", **table.options(rules, changes), cards=cards, deals=deals, held_out=held,
                    rounds=rounds, seed=number, out=out)  # fmt: skip
    if as_json:
        told = {"file": out, "bytes": size, "rounds": [one.to_dict() for one in trained.rounds]}
        console.answer_json(told, again)
    else:
        console.print_answer(f"{rounds_text(trained.rounds, cards)}\n\n{out}: {size} bytes\nagain   {again}")


@app.command("deals")
def deals_(
    out: Annotated[
        str, typer.Option("--out", metavar="FOLDER", help="Where the deals are kept; to go on, give it again.")
    ],
    deals: Annotated[str, typer.Option("--deals", metavar="N", help="How many deals.")],
    rules: options.RulesName = table.DEFAULT_RULES,
    changes: options.Changes = None,
    cards: _Cards = table.DEFAULT_STRATEGY,
    seed: options.Seed = None,
    threads: _Threads = None,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Play deals under every contract and keep what each comes to, 24 bytes a deal, for compare --by-library."""
    game, label = table.labelled_rules(rules, changes or [])
    count = parse_count(deals, "--deals")
    number = 1 if seed is None else parse_seed(seed)
    if not quiet:
        console.on_compiling()
    from sim.book.library import Library, LibraryFilling, Source
    from sim.players.given import as_player
    from sim.runs.provenance import thread_count

    many = thread_count(None if threads is None else parse_count(threads, "--threads"))
    with StopOnSignal() as signals:
        library = Library(Source(game, as_player(cards), number), count, Path(out))
        interruption = study.play_with_progress(LibraryFilling(library, many, signals.asked), quiet)
        if interruption is not None:
            raise interruption
    again = command("book", "deals", **table.options(rules, changes), cards=cards, deals=deals, seed=number, out=out)
    if as_json:
        console.answer_json({"folder": out, "deals": count}, again)
    else:
        console.print_answer(
            f"{out}: {count} deals of {label} for the cards of {cards}, seed {number}\nagain   {again}"
        )


@app.command("show")
def show(
    hand: Annotated[str, typer.Argument(metavar="HAND", help='Five cards, as in "JS KS AH 9D TC".')],
    up: Annotated[str, typer.Option("--up", metavar="CARD", help="The card turned up.")],
    seat: Annotated[
        str | None, typer.Option("--seat", metavar="SEAT", help="One seat only: 1, the dealer's left, to the dealer.")
    ] = None,
    rules: options.RulesName = table.DEFAULT_RULES,
    changes: options.Changes = None,
    book: _File = None,
    values: Annotated[
        str | None,
        typer.Option("--values", metavar="FILE.npz", help="values.npz of a training: what answers are worth."),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Say what a book bids with a hand, in every seat and both rounds."""
    from sim.ask.seat_words import read_seat
    from sim.book.book_file import read_values
    from sim.book.showing import look_up

    found = shipped_or_read(book, rules, changes)
    place = None if seat is None else read_seat(seat, found.rules)
    page = look_up(found, hand, up, place, None if values is None else read_values(Path(values), found))
    if as_json:
        console.answer_json(page.to_dict())
    else:
        console.print_answer(page.to_text())


@app.command("check")
def check(
    rules: options.RulesName = table.DEFAULT_RULES,
    changes: options.Changes = None,
    book: _File = None,
    cards: _Cards = table.DEFAULT_STRATEGY,
    deals: _Deals = "100M",
    held: _Held = "4M",
    rounds: Annotated[str, typer.Option("--rounds", metavar="N", help="Rounds of the response.")] = "2",
    spots: Annotated[
        str,
        typer.Option("--spots", metavar="N", help="Random decisions that are asked one by one, as ask does; 0: none."),
    ] = "0",
    seed: options.Seed = None,
    threads: _Threads = None,
    work: _Work = None,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Say what a best response wins against a book: what there is left to win by bidding otherwise.

    The response learns from deals that the book has not seen, and is measured on others.
    """
    from euchre_sim.typed import parse_index

    found = shipped_or_read(book, rules, changes)
    if not quiet:
        console.on_compiling()
    import tempfile

    from sim.ask.spot_checks import spot_checks
    from sim.book.bidders import bidding_table
    from sim.book.exploiting import Checking, CheckPlan
    from sim.players.given import as_player
    from sim.runs.provenance import thread_count
    from sim.text.book import spots_text

    player = as_player(cards)
    number = 1_000_000 if seed is None else parse_seed(seed)
    asked = parse_index(spots, "--spots")
    count = thread_count(None if threads is None else parse_count(threads, "--threads"))
    with StopOnSignal() as signals, tempfile.TemporaryDirectory(prefix="euchre-sim-book-") as temporary:
        plan = CheckPlan(
            found, player, number, parse_count(deals, "--deals"), parse_count(held, "--held-out"),
            parse_count(rounds, "--rounds"), count, Path(temporary if work is None else work),
        )  # fmt: skip
        ready = Checking(plan, bidding_table(player, found.rules), signals.asked)
        interruption = study.play_with_progress(ready, quiet)
        if interruption is not None:
            raise interruption
        told = spot_checks(found, player, asked, number, signals.asked) if asked else None
    result = ready.result
    again = command("book", "check", **table.options(rules, changes), book=book, cards=cards, deals=deals,
                    held_out=held, rounds=rounds, spots=spots, seed=number)  # fmt: skip
    if as_json:
        extra = {} if told is None else {"spots": told.to_dict()}
        console.answer_json(result.to_dict() | extra, again)
    else:
        more = "" if told is None else f"\n{spots_text(told)}"
        console.print_answer(f"{result.to_text()}{more}\nagain   {again}")


def _book_path(text: str) -> Path:
    if not text.lower().endswith(".npz"):
        raise UsageError(f"a book is an .npz file: {text!r}", "end its name in .npz")
    return Path(text)


def shipped_or_read(file: str | None, rules: str, changes: list[str] | None) -> "Book":
    """The book of a file, or the one that ships for some rules."""
    from sim.book.book_file import read_book

    if file is not None:
        return read_book(_book_path(file))
    game, label = table.labelled_rules(rules, changes or [])
    from strategies.book import BOOKS, FOLDER

    for name, own in BOOKS.items():
        base, *more = name.split()
        known, _ = table.labelled_rules(base, more)
        if known.hand_id() == game.hand_id():
            return read_book(FOLDER / own)
    raise UsageError(
        f"no book ships for {label}",
        f"books are for {', '.join(BOOKS)}; book train makes others, --book FILE reads them",
    )
