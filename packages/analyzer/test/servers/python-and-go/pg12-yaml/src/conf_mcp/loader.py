import os
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

import yaml


@dataclass
class Server:
    name: str
    url: str
    tags: list[str] = field(default_factory=list)


def find_config() -> Path:
    for candidate in (os.environ.get("CONF_MCP_FILE"), "~/.config/conf-mcp/config.yaml", "/etc/conf-mcp.toml"):
        if candidate and (path := Path(candidate).expanduser()).is_file():
            return path
    raise FileNotFoundError("no configuration file")


def load(path: Path | None = None) -> list[Server]:
    path = path or find_config()
    if path.suffix == ".toml":
        with path.open("rb") as fh:
            data = tomllib.load(fh)
    else:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
    return [Server(**entry) for entry in data.get("servers", [])]
