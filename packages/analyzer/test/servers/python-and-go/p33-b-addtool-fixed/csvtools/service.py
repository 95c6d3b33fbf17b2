import csv
from itertools import islice
from pathlib import Path

from csvtools.settings import settings


class CsvService:
    def rows(self, name: str):
        path = self._locate(name)
        with open(path, newline="") as fh:
            yield from islice(csv.DictReader(fh), 500)

    def _locate(self, name: str) -> Path:
        return Path(settings.root).joinpath(Path(name).name)

    def summary(self, name: str, column: str) -> dict:
        """Sum of a numeric column of a CSV file."""
        values = [float(r[column]) for r in self.rows(name) if r.get(column)]
        return {"count": len(values), "sum": sum(values)}
