from datetime import date
from decimal import Decimal

from pydantic import BaseModel, Field


class Line(BaseModel):
    label: str = Field(max_length=200)
    quantity: int = Field(ge=1, le=10_000)
    price: Decimal = Field(ge=0, max_digits=12, decimal_places=2)


class Invoice(BaseModel):
    number: str = Field(pattern=r"^[A-Z0-9-]{1,20}$")
    customer: str = Field(max_length=120)
    issued: date
    lines: list[Line] = Field(min_length=1, max_length=100)

    @property
    def total(self) -> Decimal:
        return sum((line.price * line.quantity for line in self.lines), Decimal(0))
