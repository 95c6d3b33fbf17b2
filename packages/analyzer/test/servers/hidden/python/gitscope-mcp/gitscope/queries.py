"""The questions."""

from __future__ import annotations

from .arguments import literal, revision, tree_path
from .repos import Repository
from .runner import Git, Output

_FORMAT = "--format=%h %as %an: %s"
_PLAIN = ("--no-color", "--no-ext-diff", "--no-textconv")


class Queries:
    def __init__(self, git: Git) -> None:
        self._git = git

    async def log(self, repository: Repository, start: str, path: str | None, count: int) -> Output:
        tail = ["--", tree_path(path)] if path else ["--"]
        return await self._git.run(
            repository, "log", f"--max-count={count:d}", _FORMAT, "--end-of-options", revision(start), *tail
        )

    async def show(self, repository: Repository, commit: str) -> Output:
        return await self._git.run(
            repository, "show", *_PLAIN, "--stat", "--patch", "--end-of-options", revision(commit), "--"
        )

    async def blame(self, repository: Repository, path: str, first: int, last: int) -> Output:
        return await self._git.run(
            repository, "blame", "--date=short", f"-L{first:d},{last:d}", "--", tree_path(path)
        )

    async def find(self, repository: Repository, text: str, at: str) -> Output:
        return await self._git.run(
            repository,
            "grep", "--line-number", "--no-color", "-I", "--fixed-strings", "--max-count=20",
            "-e", literal(text), "--end-of-options", revision(at), "--",
        )

    async def compare(self, repository: Repository, base: str, head: str) -> Output:
        return await self._git.run(
            repository, "diff", *_PLAIN, "--stat", "--end-of-options", revision(base), revision(head), "--"
        )
