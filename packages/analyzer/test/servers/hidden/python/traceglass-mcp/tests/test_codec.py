import base64
import json
import zlib

import pytest

from traceglass.codec import BadTrace, decode

DOCUMENT = {"spans": [{"id": "a1", "service": "web", "name": "GET /", "start": 0, "end": 2}]}


def test_both_forms():
    text = json.dumps(DOCUMENT)
    packed = base64.b64encode(zlib.compress(text.encode())).decode()
    assert decode(text) == decode(packed) == DOCUMENT


def test_nonsense():
    with pytest.raises(BadTrace):
        decode("hello")
