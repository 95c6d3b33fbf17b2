from datetime import datetime

from issuelens.models import Comment, Issue
from issuelens.quoting import visible
from issuelens.views import discussion, issue_page

NOW = datetime(2024, 5, 1)


def test_issue_is_quoted():
    page = issue_page(Issue(number=3, state="open", user="kim", updated_at=NOW, title="T", body="B"))
    assert "Untrusted text" in page


def test_discussion():
    text = discussion(3, [Comment(id=1, user={"login": "kim"}, body="me too", created_at=NOW)])
    assert "kim on 2024-05-01" in text
    assert text.index("Untrusted text") < text.index("me too")


def test_invisible_characters():
    assert visible("a\u200bb") == "ab"
