"""What travels between the parts."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from pydantic import BaseModel, ConfigDict


class DocumentRef(BaseModel):
    """A document that was located on a shelf."""

    model_config = ConfigDict(frozen=True)

    shelf: str
    name: str
    path: Path

    @property
    def uri(self) -> str:
        return f"doc://{self.shelf}/{quote(self.name, safe='')}"


class Hit(BaseModel):
    uri: str
    line: int
    text: str


class ShelfListing(BaseModel):
    shelf: str
    documents: list[str]
    truncated: bool = False
