"""A decorator for the tools: audit trail and tidy errors."""

from __future__ import annotations

import functools
import logging
import time
from collections.abc import Awaitable, Callable
from typing import ParamSpec, TypeVar

from pydantic import ValidationError

from .client import PaymentError

P = ParamSpec("P")
R = TypeVar("R")
logger = logging.getLogger("paydesk.audit")


def audited(function: Callable[P, Awaitable[R]]) -> Callable[P, Awaitable[R]]:
    @functools.wraps(function)
    async def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
        started = time.monotonic()
        outcome = "failed"
        try:
            result = await function(*args, **kwargs)
            outcome = "ok"
            return result
        except PaymentError:
            raise
        except (ValidationError, KeyError, TypeError) as error:
            logger.error("%s: unexpected answer (%s)", function.__name__, type(error).__name__)
            raise PaymentError("Tallypay sent an unexpected answer") from None
        finally:
            logger.info("%s %s in %.2fs", function.__name__, outcome, time.monotonic() - started)

    return wrapper
