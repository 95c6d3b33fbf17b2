"""Chains of programs that hand audio to each other."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Stage:
    program: str
    arguments: list[str] = field(default_factory=list)

    @property
    def argv(self) -> list[str]:
        return [self.program, *self.arguments]


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
