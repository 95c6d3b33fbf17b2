import functools
import logging

log = logging.getLogger(__name__)


def audited(fn):
    @functools.wraps(fn)
    async def wrapper(*args, **kwargs):
        log.info("tool %s called", fn.__name__)
        try:
            return await fn(*args, **kwargs)
        except Exception:
            log.exception("tool %s failed", fn.__name__)
            raise

    return wrapper
