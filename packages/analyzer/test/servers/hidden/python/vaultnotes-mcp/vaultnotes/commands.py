"""Commands, registered by a decorator."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from .database import Database, NoteMissing
from .notes import Note
from .seal import SealError

logger = logging.getLogger(__name__)
Title = Annotated[str, Field(min_length=1, max_length=120)]
Text = Annotated[str, Field(max_length=40_000)]
Tags = Annotated[list[Annotated[str, Field(pattern=r"^[a-z0-9-]{1,30}$")]], Field(max_length=12)]


class CommandError(RuntimeError):
    """May be shown to the client."""


class _Arguments(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Create(_Arguments):
    title: Title
    text: Text
    tags: Tags = []


class One(_Arguments):
    id: int = Field(ge=1)


class Replace(Create):
    id: int = Field(ge=1)


class Page(_Arguments):
    limit: int = Field(default=50, ge=1, le=200)


class Search(Page):
    words: str = Field(min_length=2, max_length=100)


@dataclass(frozen=True)
class Command:
    name: str
    summary: str
    model: type[_Arguments]
    run: Callable[[Database, Any], Any]


COMMANDS: dict[str, Command] = {}


def command(model: type[_Arguments]) -> Callable[[Callable], Callable]:
    def decorate(function: Callable) -> Callable:
        @functools.wraps(function)
        def guarded(database: Database, arguments: Any) -> Any:
            try:
                return function(database, arguments)
            except (NoteMissing, SealError, ValueError) as error:
                raise CommandError(str(error)) from None
            except Exception as error:
                logger.error("%s failed: %s", function.__name__, type(error).__name__)
                raise CommandError("the vault cannot be used at the moment") from None

        COMMANDS[function.__name__] = Command(function.__name__, function.__doc__ or "", model, guarded)
        return guarded

    return decorate


def _row(number: int, note: Note) -> dict[str, Any]:
    return {"id": number, "title": note.title, "tags": list(note.tags), "changed": note.changed}


@command(Create)
def create_note(database: Database, arguments: Create) -> dict:
    """Write a new note."""
    return {"id": database.create(Note(arguments.title, arguments.text, tuple(arguments.tags)))}


@command(Page)
def list_notes(database: Database, arguments: Page) -> list[dict]:
    """Titles of the notes, newest first."""
    return [_row(number, note) for number, note in islice(database.all(), arguments.limit)]


@command(One)
def read_note(database: Database, arguments: One) -> dict:
    """Read a note."""
    note = database.read(arguments.id)
    return {**_row(arguments.id, note), "text": note.text}


@command(Replace)
def replace_note(database: Database, arguments: Replace) -> dict:
    """Replace title, text and tags of a note."""
    database.replace(arguments.id, Note(arguments.title, arguments.text, tuple(arguments.tags)))
    return {"id": arguments.id}


@command(One)
def delete_note(database: Database, arguments: One) -> dict:
    """Delete a note."""
    database.delete(arguments.id)
    return {"deleted": arguments.id}


@command(Search)
def search_notes(database: Database, arguments: Search) -> list[dict]:
    """Notes that contain all words."""
    words = arguments.words.casefold().split()
    hits = ((number, note) for number, note in database.all() if note.contains(words))
    return [_row(number, note) for number, note in islice(hits, arguments.limit)]
