"""Positions of hands that people played, four-handed with the dealer stuck: what one of them knew at their turn.

The columns: hand, upcard, `thin` where `basic` players would hardly ever have done what the others did (fewer than one
possible deal in a thousand agrees), seat, round, decision (empty: a bid), who made trump (and what, in round 2), the
card buried, the tricks so far. The dealer may bury the upcard.
"""

from typing import Any, Final

RULES: Final = {"stick_dealer": "on", "discard_upcard": "allowed"}

_TABLE: Final = """
9D 9S AC AD KH | AS | thin | 4 | 2 |         |           |    |
AC JS KC QC TD | JC | thin |   | 1 | discard | 1         |    |
9C 9D AH JC JH | 9H | thin |   | 1 | discard | 3         |    |
TC TD          | JH | thin | 1 | 2 | lead    | 1 D alone |    | JD 9D QD; AS 9S QS; AH 9C 9H
AD KD          | TD | thin | 3 | 1 | lead    | 3 alone   |    | AH TH 9H; KH JD QH; JH 9S 9D
JC KD QS TC TD | AS | thin | 2 | 2 | play    | 4 D       |    | JD
9D 9S AC AD KH | AS | thin | 4 | 2 | play    | 4 D       |    | JD TD QH
9C AH KC KS    | AS | thin | 3 | 2 | play    | 4 D       |    | JD TD QH 9D; JH KD
KS QS TD TS    | JD | thin | 1 | 2 | lead    | 1 S       |    | AD QD KD 9D
9D JD QD       | JH | thin | 2 | 2 | lead    | 1 C       |    | QC JS 9C TC; AH TH 9H KH
AC AS JS       | TH | thin | 2 | 2 | play    | 2 C       |    | AD TC KC TD; AH QC JC 9H; KD
AH JH          | AS | thin | 2 | 2 | play    | 2 H       |    | AD TD KD 9D; JC AC 9C TC; QS JS 9S KS; TS
AS JS          | TH | thin | 2 | 2 | lead    | 2 C       |    | AD TC KC TD; AH QC JC 9H; KD AC QS JD
9C 9D AD TC TS | JC | thin | 3 | 1 | play    | 1         |    | KD 9H
9C 9H AH JC JH | 9H | thin | 4 | 1 | play    | 3         | 9D | AD KD TD
9C 9D AD JS KC | JC | thin | 2 | 1 | play    | 1         |    | TS
9D AS JC QD TC | TC | thin | 4 | 1 | play    | 1         | 9C | JS 9H KC
AD AS JD JS    | JS |      | 4 | 1 | lead    | 1         | AC | QS 9D 9S KS
JC JH KH QC    | JC | thin | 4 | 1 | play    | 1         | 9H | TS 9C 9S AS; KC JD
9S AS JH TH    | JC | thin | 2 | 1 | play    | 1         |    | KD 9H 9D QC; KC AH
9D AS QD TC    | TC | thin | 4 | 1 | lead    | 1         | 9C | JS 9H KC JC
JS KD QS       | TC | thin | 1 | 1 | play    | 4         |    | AS JC KS TD; AD 9D AH JD; 9H KH KC
9S AD JD       | TC | thin | 2 | 1 | play    | 1         |    | JS 9H KC JC; AS QS TS AC; KH TC QH
AD AS JD       | JS | thin | 4 | 1 | lead    | 1         | AC | QS 9D 9S KS; JS TC 9C 9H
AH QH QS       | JC | thin | 3 | 1 | play    | 1         |    | TS 9C 9S AS; KC JD JC TH; JH KS JS
QD TD          | AH | thin | 3 | 1 | play    | 4         |    | TC 9C 9D AC; KH 9H JS JH; TS AS 9S JC; AH KD KC
9H JH          | KC | thin | 3 | 1 | play    | 4         |    | AD 9D QD 9C; KS AS AC JS; KH QH AH TC; KD
AD KC          | AH | thin | 2 | 1 | play    | 4         |    | TC 9C 9D AC; KH 9H JS JH; TS AS 9S JC; AH KD
JH QD          | KH | thin | 2 | 1 | play    | 4         |    | QS 9S TH TS; AD KH 9D TD; AC KC JC TC; AS KS
AH TH          | QS | thin | 3 | 2 | lead    | 1 C       |    | TC 9H QC KC; JC AC 9S 9C; AS QH KS JS
AD TS          | JC | thin | 3 | 1 | play    | 1         |    | KD 9H 9D QC; KC AH TH 9C; AC QH JH TC; JS KS 9S
JD QS          | QH | thin | 4 | 2 | play    | 2 C       |    | AD 9C QD TD; 9H AH TC JH; TS 9S KC AS; JC AC
JC TC          | JH | thin | 3 | 1 | play    | 2         |    | AS QS 9S QH; JH JD 9H AH; AD TD 9D TS; KD JS QC
KS TD TS       | JD | thin | 1 | 2 | play    | 1 S       |    | AD QD KD 9D; QS JS JC 9C; TC AC 9H
9C 9H JH QD    | JD |      | 2 | 1 | lead    | 4         |    | QC AC JC JS
AS QS TH       | AS |      | 4 | 1 | lead    | 4         | QC | TD JC QD 9H; TC KC KS 9C
9S AH JS KC QS | AD |      | 1 | 1 | lead    | 4         |    |
9S JH JS KH TC | QS |      |   | 1 | discard | 4         |    |
AS KH          | QC |      | 4 | 1 | play    | 3         | QS | AH TC KC 9H; JC 9C KS 9S; JS QC JD TS; 9D
JH QH QS TD TH | KH |      | 2 | 1 |         |           |    |
9H 9S AD AS QH | TD |      | 2 | 2 |         |           |    |
"""


def _read(line: str) -> tuple[str, str, bool, dict[str, Any]]:
    hand, up, thin, seat, turn, decision, made, buried, played = (cell.strip() for cell in line.split("|"))
    told: dict[str, Any] = {"round": int(turn), "seat": seat, "decision": decision, "buried": buried, "played": played}
    if made:
        maker, *how = made.split()
        told |= {"maker": maker, "alone": "alone" in how, "trump": how[0] if turn == "2" else None}
    return hand, up, thin == "thin", {name: value for name, value in told.items() if value}


POSITIONS: Final = [_read(line) for line in _TABLE.strip().splitlines()]
"""Hand, upcard, whether evidence is thin, and what else was known, as `sim.ask.answering.ask` takes it."""
