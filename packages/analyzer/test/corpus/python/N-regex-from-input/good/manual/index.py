import re
from pathlib import Path

CHAPTERS = Path(__file__).parent / "chapters"


class Index:
    def __init__(self) -> None:
        self.lines: list[tuple[str, int, str]] = []
        for path in sorted(CHAPTERS.glob("*.txt")):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                self.lines.append((path.stem, number, line))

    def matching(self, term: str) -> list[tuple[str, int]]:
        pattern = re.compile(re.escape(term), re.IGNORECASE)
        return [(chapter, number) for chapter, number, line in self.lines if pattern.search(line)]
