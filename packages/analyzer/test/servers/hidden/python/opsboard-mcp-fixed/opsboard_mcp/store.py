"""Incidents and duty in SQLite."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_SCHEMA = """
CREATE TABLE IF NOT EXISTS incident (
    id INTEGER PRIMARY KEY,
    service TEXT NOT NULL,
    severity INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'open',
    opened_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
    handled_by TEXT
);
CREATE TABLE IF NOT EXISTS duty (service TEXT PRIMARY KEY, person TEXT NOT NULL);
"""
_COLUMNS = "id, service, severity, state, opened_at, handled_by"


class Store:
    def __init__(self, path: Path) -> None:
        self._path = path
        if not path.exists():
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        with self._session() as db:
            db.executescript(_SCHEMA)

    @contextmanager
    def _session(self) -> Iterator[sqlite3.Connection]:
        db = sqlite3.connect(self._path, timeout=5)
        db.row_factory = sqlite3.Row
        try:
            with db:
                yield db
        finally:
            db.close()

    def incidents(self, state: str, limit: int) -> list[dict]:
        with self._session() as db:
            rows = db.execute(
                f"SELECT {_COLUMNS} FROM incident WHERE state = ? ORDER BY severity, id DESC LIMIT ?",
                (state, limit),
            )
            return [dict(row) for row in rows]

    def incident(self, number: int) -> dict | None:
        with self._session() as db:
            row = db.execute(f"SELECT {_COLUMNS} FROM incident WHERE id = ?", (number,)).fetchone()
            return dict(row) if row else None

    def move(self, number: int, state: str, person: str) -> bool:
        with self._session() as db:
            cursor = db.execute(
                "UPDATE incident SET state = ?, handled_by = ? WHERE id = ?", (state, person, number)
            )
            return cursor.rowcount == 1

    def duty(self) -> dict[str, str]:
        with self._session() as db:
            return {row["service"]: row["person"] for row in db.execute("SELECT * FROM duty LIMIT 500")}

    def set_duty(self, service: str, person: str) -> None:
        with self._session() as db:
            db.execute("INSERT OR REPLACE INTO duty (service, person) VALUES (?, ?)", (service, person))

    def delete_resolved(self, days: int) -> int:
        with self._session() as db:
            cursor = db.execute(
                "DELETE FROM incident WHERE state = 'resolved' AND opened_at < datetime('now', ?)",
                (f"-{days:d} days",),
            )
            return cursor.rowcount
