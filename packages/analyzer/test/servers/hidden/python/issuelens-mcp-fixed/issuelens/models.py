from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict


def _login(value: object) -> str:
    login = value.get("login", "") if isinstance(value, dict) else str(value)
    return "".join(char for char in login if char.isalnum() or char in "-_.")[:40]


def _labels(value: object) -> list[str]:
    names = [str(row.get("name", "")) for row in value or []]
    return ["".join(char for char in name if char.isalnum() or char in "-_/:")[:30] for name in names[:20]]


def _cut(value: str) -> str:
    return value[:20_000]


Login = Annotated[str, BeforeValidator(_login)]
Labels = Annotated[list[str], BeforeValidator(_labels)]
Body = Annotated[str, AfterValidator(_cut)]


class _Row(BaseModel):
    model_config = ConfigDict(extra="ignore")


class IssueSummary(_Row):
    number: int
    state: Literal["open", "closed"]
    user: Login
    labels: Labels = []
    comments: int = 0
    updated_at: datetime


class Issue(IssueSummary):
    title: Body
    body: Body = ""


class Comment(_Row):
    id: int
    user: Login
    body: Body = ""
    created_at: datetime
