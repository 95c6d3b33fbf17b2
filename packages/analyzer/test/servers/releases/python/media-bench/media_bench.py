"""Converts media files of one folder with ffmpeg."""
import asyncio
import json
import os
from pathlib import Path
from typing import Literal

from mcp.server.fastmcp import Context, FastMCP
from mcp.server.fastmcp.exceptions import ToolError
from mcp.types import ToolAnnotations

FOLDER = Path(os.environ.get("MEDIA_DIR", Path.home() / "Videos")).resolve()
PRESETS = {
    "mp4": ["-c:v", "libx264", "-crf", "23", "-c:a", "aac"],
    "webm": ["-c:v", "libvpx-vp9", "-b:v", "1M", "-c:a", "libopus"],
    "mp3": ["-vn", "-c:a", "libmp3lame", "-q:a", "4"],
    "gif": ["-t", "15", "-vf", "fps=10,scale=480:-1"],
}
SUFFIXES = {".mp4", ".webm", ".mkv", ".mov", ".mp3", ".wav", ".flac", ".gif"}
one_at_a_time = asyncio.Semaphore(1)

mcp = FastMCP("media-bench")


def source(name: str) -> Path:
    path = (FOLDER / name).resolve()
    if not path.is_relative_to(FOLDER) or path.suffix.lower() not in SUFFIXES or not path.is_file():
        raise ToolError("no such media file")
    return path


async def run(*command: str, timeout: float) -> bytes:
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        out, _ = await asyncio.wait_for(process.communicate(), timeout)
    except asyncio.TimeoutError:
        process.kill()
        await process.wait()
        raise ToolError("the conversion took too long") from None
    if process.returncode:
        raise ToolError(f"{command[0]} exited with {process.returncode}")
    return out


@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))
async def probe(name: str) -> dict:
    """Duration, size and streams of a media file."""
    out = await run(
        "ffprobe", "-v", "error", "-protocol_whitelist", "file", "-of", "json",
        "-show_entries", "format=duration,size:stream=codec_type,codec_name,width,height",
        "-i", f"file:{source(name)}", timeout=20,
    )
    return json.loads(out)


@mcp.tool(annotations=ToolAnnotations(destructiveHint=False))
async def convert(ctx: Context, name: str, preset: Literal["mp4", "webm", "mp3", "gif"]) -> str:
    """Convert a file; the result stands beside it and never replaces a file."""
    path = source(name)
    target = path.with_name(f"{path.stem}-converted.{preset}")
    if target.exists():
        raise ToolError("the result is already there")
    async with one_at_a_time:
        await ctx.info(f"converting to {preset}")
        await run(
            "ffmpeg", "-v", "error", "-n", "-protocol_whitelist", "file", "-i", f"file:{path}",
            *PRESETS[preset], "-fs", "2G", f"file:{target}", timeout=900,
        )
    return target.name


if __name__ == "__main__":
    mcp.run()
