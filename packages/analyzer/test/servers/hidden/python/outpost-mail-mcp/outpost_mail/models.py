from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, EmailStr, Field, StringConstraints

Line = Annotated[str, StringConstraints(min_length=1, max_length=180, pattern=r"^[^\r\n]+\Z")]


class _Arguments(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SendMail(_Arguments):
    to: list[EmailStr] = Field(min_length=1, max_length=10)
    cc: list[EmailStr] = Field(default_factory=list, max_length=10)
    subject: Line
    body: str = Field(max_length=50_000)


class SendNotice(_Arguments):
    to: list[EmailStr] = Field(min_length=1, max_length=10)
    notice: Line
    values: dict[Annotated[str, Field(max_length=40)], Line] = Field(default_factory=dict, max_length=20)


class Empty(_Arguments):
    pass
