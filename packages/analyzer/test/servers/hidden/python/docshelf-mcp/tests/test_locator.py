import pytest

from docshelf.config import Config
from docshelf.locator import Locator, NotOnShelf


@pytest.fixture
def locator(tmp_path):
    (tmp_path / "Time off").mkdir()
    (tmp_path / "Time off" / "Parental.md").write_text("leave")
    return Locator(Config(shelves={"handbook": tmp_path.resolve()}))


def test_encoded_name(locator):
    assert locator.locate("handbook", "Time%20off%2FParental.md").name == "Time off/Parental.md"


def test_parent(locator):
    with pytest.raises(NotOnShelf):
        locator.locate("handbook", "../secret.md")
