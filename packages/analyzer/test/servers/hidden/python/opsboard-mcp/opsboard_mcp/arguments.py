"""Arguments of the tools."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Slug = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{1,39}\Z")]


class Arguments(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Nothing(Arguments):
    pass


class ListIncidents(Arguments):
    state: Literal["open", "acknowledged", "resolved"] = "open"
    limit: int = Field(default=20, ge=1, le=100)


class OneIncident(Arguments):
    id: int = Field(ge=1)


class SetDuty(Arguments):
    service: Slug
    person: Slug


class DeleteResolved(Arguments):
    older_than_days: int = Field(ge=30, le=3650)
