from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

PaymentId = Annotated[str, Field(pattern=r"^pay_[a-z0-9]{10,24}$")]


class _Record(BaseModel):
    model_config = ConfigDict(extra="ignore")


class Payment(_Record):
    id: PaymentId
    amount: int
    currency: Annotated[str, Field(pattern=r"^[A-Z]{3}$")]
    state: Literal["pending", "paid", "refunded", "failed"]
    created_at: datetime
    card_last4: Annotated[str, Field(pattern=r"^\d{4}$")] | None = None


class Payout(_Record):
    amount: int
    currency: Annotated[str, Field(pattern=r"^[A-Z]{3}$")]
    arrives_at: datetime
