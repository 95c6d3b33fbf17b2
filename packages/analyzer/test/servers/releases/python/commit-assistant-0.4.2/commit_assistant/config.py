import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Config:
    repo: Path
    max_commits: int = 200
    timeout: float = 20.0


def load() -> Config:
    repo = Path(os.environ.get("COMMIT_ASSISTANT_REPO", os.getcwd())).resolve()
    if not (repo / ".git").exists():
        raise SystemExit(f"{repo} is not a git work tree")
    return Config(repo=repo)
