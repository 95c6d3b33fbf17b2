"""Tools of the payment desk."""

from __future__ import annotations

import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Literal
from uuid import uuid4

from mcp.server.fastmcp import Context, FastMCP
from pydantic import Field

from .client import PaymentError, TallypayClient
from .guard import audited
from .models import Payment, PaymentId, Payout
from .settings import Settings, SettingsError

logger = logging.getLogger("paydesk")


def create(settings: Settings) -> FastMCP:
    @asynccontextmanager
    async def lifespan(_: FastMCP) -> AsyncIterator[TallypayClient]:
        client = TallypayClient(settings)
        logger.info("payment desk is open: %s", settings.describe())
        try:
            yield client
        finally:
            await client.close()

    mcp = FastMCP("paydesk", lifespan=lifespan)

    def client_of(ctx: Context) -> TallypayClient:
        return ctx.request_context.lifespan_context

    @mcp.tool()
    @audited
    async def list_payments(
        ctx: Context,
        state: Literal["pending", "paid", "refunded", "failed"] = "paid",
        limit: Annotated[int, Field(ge=1, le=100)] = 20,
    ) -> list[Payment]:
        """The latest payments in a state."""
        answer = await client_of(ctx).request("GET", "/payments", params={"state": state, "limit": limit})
        return [Payment.model_validate(row) for row in answer["data"][:limit]]

    @mcp.tool()
    @audited
    async def get_payment(ctx: Context, id: PaymentId) -> Payment:
        """One payment."""
        return Payment.model_validate(await client_of(ctx).request("GET", f"/payments/{id}"))

    @mcp.tool()
    @audited
    async def list_payouts(ctx: Context, limit: Annotated[int, Field(ge=1, le=50)] = 10) -> list[Payout]:
        """Payouts on their way to the bank account."""
        answer = await client_of(ctx).request("GET", "/payouts", params={"limit": limit})
        return [Payout.model_validate(row) for row in answer["data"][:limit]]

    @mcp.tool()
    @audited
    async def refund_payment(ctx: Context, id: PaymentId, cents: Annotated[int, Field(ge=1, le=50_000)]) -> str:
        """Refund a part of a payment, up to the limit set by the merchant."""
        if cents > settings.refund_limit:
            raise PaymentError("the amount is above the refund limit of the desk")
        payment = Payment.model_validate(await client_of(ctx).request("GET", f"/payments/{id}"))
        if payment.state != "paid" or cents > payment.amount:
            raise PaymentError("this payment cannot be refunded by that amount")
        await client_of(ctx).request(
            "POST",
            f"/payments/{id}/refunds",
            json={"amount": cents},
            headers={"Idempotency-Key": str(uuid4())},
        )
        return f"refunded {cents / 100:.2f} {payment.currency}"

    return mcp


def main() -> None:
    try:
        settings = Settings.from_env()
    except SettingsError as error:
        raise SystemExit(f"paydesk-mcp: {error}") from None
    logging.basicConfig(level=settings.log_level, stream=sys.stderr)
    create(settings).run()


if __name__ == "__main__":
    main()
