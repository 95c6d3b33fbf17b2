"""Thin layer above the git executable."""
import logging
import subprocess

from .config import Config

log = logging.getLogger(__name__)


class GitError(RuntimeError):
    pass


def run_git(cfg: Config, *args: str) -> str:
    command = ["git", "--no-pager", *args]
    log.debug("running git in %s", cfg.repo)
    try:
        done = subprocess.run(
            command,
            cwd=cfg.repo,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=cfg.timeout,
        )
    except subprocess.TimeoutExpired as exc:
        raise GitError("git took too long") from exc
    if done.returncode != 0:
        log.warning("git exited with %d", done.returncode)
        raise GitError(f"git exited with status {done.returncode}")
    return done.stdout[:200_000]
