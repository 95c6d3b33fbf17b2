import stat

import pytest

from vaultnotes.database import Database, NoteMissing
from vaultnotes.notes import Note
from vaultnotes.seal import Seal, SealError, new_key


def test_round_trip(tmp_path):
    path = tmp_path / "n.db"
    database = Database(path, Seal([new_key()]))
    number = database.create(Note("Keys", "under the mat"))
    assert database.read(number).text == "under the mat"
    assert b"under the mat" not in path.read_bytes()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_other_key(tmp_path):
    number = Database(tmp_path / "n.db", Seal([new_key()])).create(Note("a", "b"))
    with pytest.raises(SealError):
        Database(tmp_path / "n.db", Seal([new_key()])).read(number)


def test_missing(tmp_path):
    with pytest.raises(NoteMissing):
        Database(tmp_path / "n.db", Seal([new_key()])).delete(4)
