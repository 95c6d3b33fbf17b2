"""Settings, read once from the environment."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path


class ConfigError(RuntimeError):
    """The environment does not describe a usable set-up."""


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise ConfigError(f"{name} was not found on the PATH")
    return found


def _seconds(name: str, default: float, upper: float) -> float:
    raw = os.environ.get(name)
    if raw is None:
        return default
    value = float(raw)
    if not 1 <= value <= upper:
        raise ConfigError(f"{name} has to be between 1 and {upper:g}")
    return value


@dataclass(frozen=True)
class Settings:
    library: Path
    output: Path
    ffmpeg: str
    ffprobe: str
    timeout: float
    max_bytes: int = 400 * 1024 * 1024

    @classmethod
    def from_env(cls) -> "Settings":
        library = Path(os.environ.get("MEDIAFORGE_LIBRARY", "~/Music")).expanduser()
        output = Path(os.environ.get("MEDIAFORGE_OUTPUT", "~/Music/out")).expanduser()
        if not library.is_dir():
            raise ConfigError(f"library folder {library} does not exist")
        output.mkdir(mode=0o750, parents=True, exist_ok=True)
        return cls(
            library=library.resolve(),
            output=output.resolve(),
            ffmpeg=_program("ffmpeg"),
            ffprobe=_program("ffprobe"),
            timeout=_seconds("MEDIAFORGE_TIMEOUT", 600.0, 3600.0),
        )
