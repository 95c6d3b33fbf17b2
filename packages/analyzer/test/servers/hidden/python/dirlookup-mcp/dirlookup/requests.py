"""Arguments of the tools; each knows how to ask the directory."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from .directory import Directory

Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=2, max_length=60)]
Rows = list[dict[str, str]]


class Request(BaseModel):
    model_config = ConfigDict(extra="forbid")
    tool: ClassVar[str]

    limit: int = Field(default=20, ge=1, le=100)

    def ask(self, directory: Directory) -> Rows:
        raise NotImplementedError


class FindPeople(Request):
    """Find people whose first name, last name or full name starts with a text."""

    tool = "find_people"
    name: Name
    department: Name | None = None

    def ask(self, directory: Directory) -> Rows:
        return directory.people(self.name, self.department, self.limit)


class FindGroups(Request):
    """Find groups whose name starts with a text."""

    tool = "find_groups"
    name: Name

    def ask(self, directory: Directory) -> Rows:
        return directory.groups(self.name, self.limit)


class MembersOf(Request):
    """People who belong to a group."""

    tool = "members_of"
    group: Name

    def ask(self, directory: Directory) -> Rows:
        return directory.members(self.group, self.limit)


REQUESTS: dict[str, type[Request]] = {cls.tool: cls for cls in (FindPeople, FindGroups, MembersOf)}
