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


@pytest.mark.parametrize("name", ["../secret.md", "%2e%2e/secret.md", "%2e%2e%2fsecret.md", "%2Fetc%2Fmotd"])
def test_outside(locator, name):
    with pytest.raises(NotOnShelf):
        locator.locate("handbook", name)
