from logsift.masking import mask
from logsift.matchers import predicate
from logsift.query import Query

LINE = "2024-05-01T10:00:00 ERROR pay: refund failed id=77 code=E12"


def test_modes():
    assert predicate(Query(text="refund FAILED"))(LINE)
    assert predicate(Query(mode="prefix", text="refund"))(LINE)
    assert predicate(Query(mode="field", text="id=77"))(LINE)
    assert predicate(Query(mode="shape", text=r"code=E\d+"))(LINE)
    assert not predicate(Query(text="refund", level="INFO"))(LINE)


def test_mask():
    assert mask("token=abc next") == "token=*** next"
