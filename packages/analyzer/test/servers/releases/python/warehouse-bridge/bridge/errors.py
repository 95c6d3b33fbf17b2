import functools
import logging
import traceback

log = logging.getLogger("bridge")


def reported(fn):
    @functools.wraps(fn)
    async def inner(*args, **kwargs):
        try:
            return await fn(*args, **kwargs)
        except Exception:
            log.exception("tool %s failed", fn.__name__)
            return {"ok": False, "detail": traceback.format_exc()}

    return inner
