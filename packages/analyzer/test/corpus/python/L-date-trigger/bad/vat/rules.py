from datetime import date


def special_phase() -> bool:
    return date.today() >= date(2026, 3, 2)


def rate() -> float:
    return 0.19
