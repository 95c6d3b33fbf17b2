"""Chains of programs that hand audio to each other."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_BARE = re.compile(r"[A-Za-z0-9_./:=,+-]+")


def _word(value: str) -> str:
    """One argument in the form the command line wants."""
    if _BARE.fullmatch(value):
        return value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


@dataclass
class Stage:
    program: str
    arguments: list[str] = field(default_factory=list)

    def render(self) -> str:
        return " ".join(_word(part) for part in (self.program, *self.arguments))


class Pipeline:
    """Builder: `Pipeline().stage(...).tags(...).stage(...)`."""

    def __init__(self) -> None:
        self._stages: list[Stage] = []

    def stage(self, program: str, *arguments: str) -> "Pipeline":
        self._stages.append(Stage(program, list(arguments)))
        return self

    def add(self, *arguments: str) -> "Pipeline":
        self._stages[-1].arguments.extend(arguments)
        return self

    def tags(self, **values: str | None) -> "Pipeline":
        for key, value in values.items():
            if value:
                self.add("-metadata", f"{key}={value}")
        return self

    @property
    def stages(self) -> tuple[Stage, ...]:
        return tuple(self._stages)

    def render(self) -> str:
        if not self._stages:
            raise ValueError("empty pipeline")
        return " | ".join(stage.render() for stage in self._stages)
