from dataclasses import dataclass
from datetime import date

from sqlalchemy import Engine, text


@dataclass
class OrderFilter:
    customer: str | None = None
    after: date | None = None
    limit: int = 50


class OrderRepository:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def _where(self, flt: OrderFilter) -> tuple[str, dict]:
        clauses, params = [], {"limit": min(max(flt.limit, 1), 200)}
        if flt.customer:
            clauses.append("lower(customer) LIKE lower(:customer)")
            params["customer"] = f"%{flt.customer}%"
        if flt.after:
            clauses.append("placed_at > :after")
            params["after"] = flt.after
        return (" WHERE " + " AND ".join(clauses)) if clauses else "", params

    def search(self, flt: OrderFilter) -> list[dict]:
        where, params = self._where(flt)
        stmt = text("SELECT id, customer, total, placed_at FROM orders" + where + " ORDER BY id DESC LIMIT :limit")
        with self._engine.connect() as con:
            return [dict(row) for row in con.execute(stmt, params).mappings()]

    def get(self, order_id: int) -> dict | None:
        with self._engine.connect() as con:
            row = con.execute(
                text("SELECT id, customer, total, placed_at FROM orders WHERE id = :id"), {"id": order_id}
            ).mappings().first()
        return dict(row) if row else None
