import asyncio


async def run(*argv: str) -> bool:
    process = await asyncio.create_subprocess_exec(
        *argv,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        await asyncio.wait_for(process.wait(), timeout=120)
    except asyncio.TimeoutError:
        process.kill()
        await process.wait()
        return False
    return process.returncode == 0
