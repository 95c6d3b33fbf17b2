"""Turns release data into a message."""
from dataclasses import dataclass, field

from jinja2 import DictLoader, Environment, Template


LAYOUTS = {
    "short": "{{ product }} {{ version }} is out.",
    "list": "{{ product }} {{ version }}\n{% for item in changes %}- {{ item }}\n{% endfor %}",
}


@dataclass
class ReleaseNotes:
    product: str
    version: str
    changes: list[str] = field(default_factory=list)


class Renderer:
    def __init__(self) -> None:
        self._environment = Environment(loader=DictLoader(LAYOUTS), autoescape=False, trim_blocks=True)

    def _load(self, layout: str) -> Template:
        if layout not in LAYOUTS:
            raise ValueError("unknown layout")
        return self._environment.get_template(layout)

    def render(self, layout: str, notes: ReleaseNotes) -> str:
        return self._load(layout).render(
            product=notes.product,
            version=notes.version,
            changes=notes.changes,
        )
