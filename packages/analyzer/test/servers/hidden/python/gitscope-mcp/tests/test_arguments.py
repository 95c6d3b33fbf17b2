import pytest

from gitscope.arguments import revision, tree_path


@pytest.mark.parametrize("value", ["--output=/tmp/x", "-p", "a..b", "a b", "", "main\n"])
def test_not_a_revision(value):
    with pytest.raises(ValueError):
        revision(value)


@pytest.mark.parametrize("value", ["/etc/passwd", "../x", ":(top)x", ""])
def test_not_a_path(value):
    with pytest.raises(ValueError):
        tree_path(value)


def test_good_values():
    assert revision("feature/login~2") == "feature/login~2"
    assert tree_path("src/app.py") == "src/app.py"
