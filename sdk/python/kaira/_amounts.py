"""Money is a decimal text in dalasis on the wire and whole bututs here. No float comes between them."""

import re


def to_bututs(amount: str) -> int:
    """The bututs of an amount: "150.5" -> 15050; 100 bututs are 1 GMD. Raises ValueError for anything else."""
    parts = re.fullmatch(r"(-?)(0|[1-9][0-9]*)(?:\.([0-9]{1,2}))?", amount)
    if parts is None:
        raise ValueError("The amount is not decimal text such as 150.00.")
    sign, dalasis, fraction = parts.groups(default="")
    bututs = int(dalasis + fraction.ljust(2, "0"))
    return -bututs if sign else bututs


def from_bututs(bututs: int) -> str:
    """The amount that a request takes: 15050 -> "150.50". Raises TypeError for what is no whole number."""
    if isinstance(bututs, bool) or not isinstance(bututs, int):
        raise TypeError("Bututs are whole: 100 of them are 1 GMD.")
    dalasis, rest = divmod(abs(bututs), 100)
    return f"{'-' if bututs < 0 else ''}{dalasis}.{rest:02}"
