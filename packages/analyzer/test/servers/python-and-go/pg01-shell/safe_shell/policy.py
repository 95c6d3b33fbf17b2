"""What may run."""
from __future__ import annotations

import os
import shlex
from dataclasses import dataclass, field


class PolicyError(Exception):
    """A command was refused."""


@dataclass(frozen=True)
class Policy:
    allowed: frozenset[str] = frozenset({"ls", "cat", "wc", "grep"})
    allowed_flags: frozenset[str] = frozenset({"-l", "-a", "-n", "-i", "-c"})
    root: str = field(default_factory=lambda: os.path.realpath(os.environ.get("SHELL_ROOT", ".")))

    def parse(self, line: str) -> list[str]:
        if len(line) > 1024:
            raise PolicyError("command is too long")
        argv = shlex.split(line)
        if not argv:
            raise PolicyError("empty command")
        program, *rest = argv
        if program not in self.allowed:
            raise PolicyError(f"{program} is not allowed")
        for arg in rest:
            if arg.startswith("-") and arg not in self.allowed_flags:
                raise PolicyError(f"flag {arg} is not allowed")
            if not arg.startswith("-"):
                self._inside(arg)
        return [program, *rest]

    def _inside(self, arg: str) -> str:
        full = os.path.realpath(os.path.join(self.root, arg))
        if os.path.commonpath([self.root, full]) != self.root:
            raise PolicyError("path leaves the root")
        return full
