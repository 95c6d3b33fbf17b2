"""Thin wrapper around git for one repository."""
import os
import subprocess

REPOSITORY = os.path.realpath(os.environ.get("REPOSITORY", "."))


class GitError(RuntimeError):
    pass


def git(command: str, *args: str) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", REPOSITORY, "--no-pager", command, *args],
            capture_output=True,
            text=True,
            timeout=20,
        )
    except subprocess.TimeoutExpired as exc:
        raise GitError("git took too long") from exc
    if done.returncode != 0:
        raise GitError("git could not answer that")
    return done.stdout
