import functools
import logging
import uuid

log = logging.getLogger("bridge")


def reported(fn):
    @functools.wraps(fn)
    async def inner(*args, **kwargs):
        try:
            return await fn(*args, **kwargs)
        except Exception:
            ref = uuid.uuid4().hex[:8]
            log.exception("tool %s failed (%s)", fn.__name__, ref)
            return {"ok": False, "detail": f"internal error, reference {ref}"}

    return inner
