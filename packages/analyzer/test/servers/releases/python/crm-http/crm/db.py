import sqlite3
from contextlib import contextmanager

SCHEMA = """
CREATE TABLE IF NOT EXISTS customer(
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, mail TEXT NOT NULL, phone TEXT, revenue REAL DEFAULT 0);
"""


class Customers:
    def __init__(self, path: str):
        self.path = path
        with self._open() as con:
            con.executescript(SCHEMA)

    @contextmanager
    def _open(self):
        con = sqlite3.connect(self.path, timeout=5)
        con.row_factory = sqlite3.Row
        try:
            with con:
                yield con
        finally:
            con.close()

    def find(self, name: str) -> list[dict]:
        with self._open() as con:
            rows = con.execute(
                "SELECT id, name, mail, phone, revenue FROM customer WHERE name LIKE ? LIMIT 50", (f"%{name}%",)
            )
            return [dict(r) for r in rows]

    def remove(self, ident: int) -> bool:
        with self._open() as con:
            return con.execute("DELETE FROM customer WHERE id = ?", (ident,)).rowcount == 1
