"""Builds the statements of the contact list."""
from dataclasses import dataclass

COLUMNS = {"name": "c.name", "city": "c.city", "last_contact": "c.last_contact"}
DIRECTIONS = {"asc": "ASC", "desc": "DESC"}


@dataclass(frozen=True)
class Listing:
    order_by: str = "name"
    direction: str = "asc"
    limit: int = 20

    def statement(self) -> str:
        column = COLUMNS[self.order_by]
        direction = DIRECTIONS[self.direction]
        return (
            "SELECT c.id, c.name, c.city FROM contacts c WHERE c.active "
            f"ORDER BY {column} {direction} LIMIT %s"
        )

    def parameters(self) -> tuple[int]:
        return (max(1, min(self.limit, 100)),)
