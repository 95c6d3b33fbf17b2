from collections import Counter

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


def by_level(text: str) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for line in text.splitlines():
        for level in LEVELS:
            if f" {level} " in line:
                counts[level] += 1
                break
    return dict(counts)
