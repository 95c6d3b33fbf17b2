"""SQLite storage."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

_SCHEMA = """
CREATE TABLE IF NOT EXISTS quote (
    id INTEGER PRIMARY KEY, text TEXT NOT NULL, source TEXT NOT NULL, remark TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS tag (quote_id INTEGER REFERENCES quote ON DELETE CASCADE, name TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS meter (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
"""


@dataclass(frozen=True)
class Quote:
    id: int
    text: str
    source: str
    remark: str


class Store:
    def __init__(self, path: Path) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        self._path = path
        with closing(self._open()) as db, db:
            db.executescript(_SCHEMA)

    def _open(self) -> sqlite3.Connection:
        db = sqlite3.connect(self._path, timeout=5)
        db.execute("PRAGMA foreign_keys = ON")
        return db

    def add(self, text: str, source: str, remark: str, tags: list[str]) -> int:
        with closing(self._open()) as db, db:
            number = db.execute(
                "INSERT INTO quote (text, source, remark) VALUES (?, ?, ?)", (text, source, remark)
            ).lastrowid
            db.executemany("INSERT INTO tag (quote_id, name) VALUES (?, ?)", [(number, tag) for tag in tags])
            return int(number)

    def find(self, words: str, tag: str, limit: int) -> list[Quote]:
        pattern = "%" + words.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
        sql = "SELECT DISTINCT q.id, q.text, q.source, q.remark FROM quote q LEFT JOIN tag t ON t.quote_id = q.id"
        sql += " WHERE (q.text LIKE ? ESCAPE '\\' OR q.source LIKE ? ESCAPE '\\')"
        values: list[object] = [pattern, pattern]
        if tag:
            sql += " AND t.name = ?"
            values.append(tag)
        with closing(self._open()) as db:
            rows = db.execute(sql + " ORDER BY q.id DESC LIMIT ?", (*values, limit)).fetchall()
        return [Quote(*row) for row in rows]

    def random(self) -> Quote | None:
        with closing(self._open()) as db:
            row = db.execute("SELECT id, text, source, remark FROM quote ORDER BY random() LIMIT 1").fetchone()
        return Quote(*row) if row else None

    def tags(self) -> dict[str, int]:
        with closing(self._open()) as db:
            return dict(db.execute("SELECT name, count(*) FROM tag GROUP BY name ORDER BY 2 DESC LIMIT 200"))

    def remove(self, number: int) -> bool:
        with closing(self._open()) as db, db:
            return db.execute("DELETE FROM quote WHERE id = ?", (number,)).rowcount == 1

    def count_call(self) -> None:
        with closing(self._open()) as db, db:
            db.execute(
                "INSERT INTO meter VALUES ('calls', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1"
            )

    def calls(self) -> int:
        with closing(self._open()) as db:
            row = db.execute("SELECT value FROM meter WHERE name = 'calls'").fetchone()
        return row[0] if row else 0
