from datetime import date

LOWERED_FROM = date(2020, 7, 1)
LOWERED_UNTIL = date(2020, 12, 31)


def lowered(day: date) -> bool:
    return LOWERED_FROM <= day <= LOWERED_UNTIL


def rate(day: date) -> float:
    return 0.16 if lowered(day) else 0.19
