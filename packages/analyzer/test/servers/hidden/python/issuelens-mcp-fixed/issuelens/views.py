"""Texts made from records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .models import Comment, Issue, IssueSummary
from .quoting import quoted


def _head(issue: IssueSummary) -> str:
    labels = ", ".join(issue.labels) or "no labels"
    return f"#{issue.number} {issue.state} by {issue.user}, {issue.comments} comments, {labels}"


def summaries(issues: Iterable[IssueSummary]) -> str:
    return "\n".join(_head(issue) for issue in issues) or "nothing found"


def issue_page(issue: Issue) -> str:
    return f"{_head(issue)}\n\n{quoted(f'{issue.title}{chr(10) * 2}{issue.body}')}"


def _turns(comments: Iterable[Comment]) -> Iterator[str]:
    for comment in comments:
        yield f"{comment.user} on {comment.created_at:%Y-%m-%d}:\n{comment.body}"


def discussion(number: int, comments: list[Comment]) -> str:
    if not comments:
        return f"#{number} has no comments"
    return f"Discussion of #{number}\n\n" + quoted("\n\n".join(_turns(comments)))
