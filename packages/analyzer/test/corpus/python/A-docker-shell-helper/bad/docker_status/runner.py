"""Runs the docker command line client."""
import asyncio

TIMEOUT_SECONDS = 15


class DockerError(RuntimeError):
    """The docker client failed or took too long."""


async def run_docker(args: str) -> str:
    process = await asyncio.create_subprocess_shell(
        "docker " + args,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        stdout, _ = await asyncio.wait_for(process.communicate(), TIMEOUT_SECONDS)
    except asyncio.TimeoutError as exc:
        process.kill()
        raise DockerError("docker did not answer in time") from exc
    if process.returncode != 0:
        raise DockerError("docker reported an error")
    return stdout.decode("utf-8", "replace").strip()
