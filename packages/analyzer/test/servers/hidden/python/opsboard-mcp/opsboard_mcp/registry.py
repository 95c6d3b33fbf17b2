"""A table of tools, filled by a decorator."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import mcp.types as types

from .arguments import Arguments
from .auth import Principal, Role

Handler = Callable[[Any, Principal], Any]


@dataclass(frozen=True)
class ToolSpec:
    name: str
    summary: str
    role: Role
    model: type[Arguments]
    handler: Handler

    def describe(self) -> types.Tool:
        return types.Tool(
            name=self.name,
            description=self.summary,
            inputSchema=self.model.model_json_schema(),
            annotations=types.ToolAnnotations(
                readOnlyHint=self.role is Role.viewer, destructiveHint=self.role is Role.admin
            ),
        )


class Registry:
    def __init__(self) -> None:
        self._specs: dict[str, ToolSpec] = {}

    def tool(self, model: type[Arguments], role: Role = Role.viewer) -> Callable[[Handler], Handler]:
        def register(handler: Handler) -> Handler:
            name = handler.__name__
            summary = (handler.__doc__ or name).strip()
            self._specs[name] = ToolSpec(name, summary, role, model, handler)
            return handler

        return register

    def visible_to(self, principal: Principal) -> Iterator[ToolSpec]:
        return (spec for spec in self._specs.values() if principal.covers(spec.role))

    def get(self, name: str) -> ToolSpec:
        try:
            return self._specs[name]
        except KeyError:
            raise ValueError("unknown tool") from None
