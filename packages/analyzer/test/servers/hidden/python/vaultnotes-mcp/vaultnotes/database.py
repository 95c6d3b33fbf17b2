from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .notes import Note
from .seal import Seal

MAX_NOTES = 2_000


class NoteMissing(LookupError):
    pass


class Database:
    def __init__(self, path: Path, seal: Seal) -> None:
        self._path = path
        self._seal = seal
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        with self._connection() as db:
            db.execute("CREATE TABLE IF NOT EXISTS note (id INTEGER PRIMARY KEY, sealed BLOB NOT NULL)")

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        db = sqlite3.connect(self._path, timeout=5)
        try:
            with db:
                yield db
        finally:
            db.close()

    def create(self, note: Note) -> int:
        with self._connection() as db:
            (count,) = db.execute("SELECT count(*) FROM note").fetchone()
            if count >= MAX_NOTES:
                raise ValueError("the vault is full")
            cursor = db.execute("INSERT INTO note (sealed) VALUES (?)", (self._seal.close(note.document()),))
            return int(cursor.lastrowid)

    def read(self, number: int) -> Note:
        with self._connection() as db:
            row = db.execute("SELECT sealed FROM note WHERE id = ?", (number,)).fetchone()
        if row is None:
            raise NoteMissing("no such note")
        return Note.from_document(self._seal.open(row[0]))

    def replace(self, number: int, note: Note) -> None:
        with self._connection() as db:
            sealed = self._seal.close(note.document())
            if db.execute("UPDATE note SET sealed = ? WHERE id = ?", (sealed, number)).rowcount != 1:
                raise NoteMissing("no such note")

    def delete(self, number: int) -> None:
        with self._connection() as db:
            if db.execute("DELETE FROM note WHERE id = ?", (number,)).rowcount != 1:
                raise NoteMissing("no such note")

    def all(self) -> Iterator[tuple[int, Note]]:
        with self._connection() as db:
            rows = db.execute("SELECT id, sealed FROM note ORDER BY id DESC LIMIT ?", (MAX_NOTES,)).fetchall()
        for number, sealed in rows:
            yield number, Note.from_document(self._seal.open(sealed))
