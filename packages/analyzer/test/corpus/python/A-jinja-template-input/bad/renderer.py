"""Turns release data into a message."""
from dataclasses import dataclass, field

from jinja2 import Environment, Template


@dataclass
class ReleaseNotes:
    product: str
    version: str
    changes: list[str] = field(default_factory=list)


class Renderer:
    def __init__(self) -> None:
        self._environment = Environment(autoescape=False, trim_blocks=True)

    def _load(self, layout: str) -> Template:
        return self._environment.from_string(layout)

    def render(self, layout: str, notes: ReleaseNotes) -> str:
        return self._load(layout).render(
            product=notes.product,
            version=notes.version,
            changes=notes.changes,
        )
