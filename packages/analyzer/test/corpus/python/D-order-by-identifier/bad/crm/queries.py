"""Builds the statements of the contact list."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Listing:
    order_by: str = "name"
    direction: str = "asc"
    limit: int = 20

    def statement(self) -> str:
        return (
            "SELECT c.id, c.name, c.city FROM contacts c WHERE c.active "
            f"ORDER BY {self.order_by} {self.direction} LIMIT %s"
        )

    def parameters(self) -> tuple[int]:
        return (max(1, min(self.limit, 100)),)
