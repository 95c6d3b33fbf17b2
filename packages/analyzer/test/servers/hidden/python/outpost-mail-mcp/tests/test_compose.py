import pytest

from outpost_mail.compose import Composer
from outpost_mail.config import Config


@pytest.fixture
def composer():
    return Composer(
        Config("smtp.example.org", "u", "not-a-password", "ops@example.org", frozenset({"example.org"}))
    )


def test_recipients(composer):
    outgoing = composer.compose(["a@example.org"], ["A@example.org"], "Hi", "text")
    assert outgoing.envelope.recipients == ["a@example.org"]


def test_other_domain(composer):
    with pytest.raises(ValueError):
        composer.compose(["a@example.com"], [], "Hi", "text")
