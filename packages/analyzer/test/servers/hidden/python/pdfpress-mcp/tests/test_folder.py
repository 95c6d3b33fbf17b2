import pytest
from pydantic import ValidationError

from pdfpress.folder import Folder, FolderError
from pdfpress.pages import PageRange


def test_outside(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "x.pdf").write_bytes(b"%PDF")
    with pytest.raises(FolderError):
        Folder(tmp_path / "in").source("../x.pdf")


@pytest.mark.parametrize("stem", ["../x", "-x", "", "a/b", "a\n"])
def test_bad_result(tmp_path, stem):
    with pytest.raises(FolderError):
        Folder(tmp_path).result(stem)


def test_range():
    assert str(PageRange(first=2, last=5)) == "2-5"
    with pytest.raises(ValidationError):
        PageRange(first=5, last=2)
