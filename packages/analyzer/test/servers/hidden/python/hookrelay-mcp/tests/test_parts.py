import pytest

from hookrelay.addresses import is_public
from hookrelay.config import ConfigError, Hook
from hookrelay.events import signature


@pytest.mark.parametrize("address", ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "::ffff:10.0.0.1"])
def test_private(address):
    assert not is_public(address)


def test_public():
    assert is_public("93.184.215.14")


def test_plain_http():
    with pytest.raises(ConfigError):
        Hook.parse("x", {"url": "http://hooks.example.org/", "secret_env": "X", "kinds": []})


def test_signature():
    assert signature(b"k" * 16, b"{}").startswith("sha256=")
