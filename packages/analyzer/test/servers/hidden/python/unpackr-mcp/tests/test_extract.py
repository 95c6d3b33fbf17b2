import io
import tarfile
import zipfile

import pytest

from unpackr.extract import unpack
from unpackr.limits import Limits, Refused


def _zip(path, **files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name.replace("__", "/"), text)
    return path


def test_zip(tmp_path):
    target = tmp_path / "out"
    target.mkdir()
    assert unpack(_zip(tmp_path / "a.zip", docs__a="hello"), target.resolve()).files == 1
    assert (target / "docs" / "a").read_text() == "hello"


def test_too_much(tmp_path):
    target = tmp_path / "out"
    target.mkdir()
    with pytest.raises(Refused):
        unpack(_zip(tmp_path / "a.zip", a="x" * 10_000), target.resolve(), Limits(total=100))
    assert not target.exists()


@pytest.mark.parametrize("name", ["../evil", "/evil", "a/../../evil"])
def test_outside(tmp_path, name):
    target = tmp_path / "out"
    target.mkdir()
    with tarfile.open(tmp_path / "a.tar", "w") as archive:
        info = tarfile.TarInfo(name)
        info.size = 1
        archive.addfile(info, io.BytesIO(b"x"))
    with pytest.raises(Refused):
        unpack(tmp_path / "a.tar", target.resolve())
