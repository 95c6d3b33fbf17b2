"""Access to the database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine, create_engine, text

from .models import CustomerDeals, CustomerSearch, PipelineSummary, RecentActivity
from .settings import Settings
from .statements import Select, like_prefix

Rows = list[dict[str, Any]]


class Repository:
    def __init__(self, engine: Engine, tenant: int) -> None:
        self._engine = engine
        self._tenant = tenant

    @classmethod
    def connect(cls, settings: Settings) -> "Repository":
        engine = create_engine(
            settings.database_url,
            pool_size=settings.pool_size,
            pool_timeout=10,
            connect_args={
                "connect_timeout": 5,
                "options": f"-c statement_timeout={settings.statement_timeout_ms:d}"
                " -c default_transaction_read_only=on",
            },
        )
        return cls(engine, settings.tenant)

    def _fetch(self, statement: Select) -> Rows:
        statement.where("tenant_id = :tenant", tenant=self._tenant)
        with self._engine.connect() as connection:
            result = connection.execute(text(statement.sql()), statement.parameters)
            return [dict(row) for row in result.mappings()]

    def search_customers(self, search: CustomerSearch) -> Rows:
        statement = (
            Select("id, name, country, stage, revenue, created_at", "customer")
            .where_if(search.name and like_prefix(search.name), "name ILIKE :name", "name")
            .where_if(search.country, "country = :country", "country")
            .where_if(search.stage, "stage = :stage", "stage")
            .order_by(search.order_expression())
            .page(search.page, search.size)
        )
        return self._fetch(statement)

    def customer_deals(self, query: CustomerDeals) -> Rows:
        statement = Select("id, stage, amount, currency, closes_on", "deal").where(
            "customer_id = :customer", customer=query.customer
        )
        if query.only_open:
            statement.where("closed_at IS NULL")
        return self._fetch(statement.order_by("closes_on").page(1, 100))

    def pipeline_summary(self, query: PipelineSummary) -> Rows:
        statement = Select("stage, deals, amount", "open_pipeline_by_stage").where(
            "currency = :currency", currency=query.currency
        )
        return self._fetch(statement)

    def recent_activity(self, query: RecentActivity) -> Rows:
        statement = Select("kind, day, entries", "activity_by_day").where(
            "day >= CURRENT_DATE - CAST(:days AS integer)", days=query.days
        )
        return self._fetch(statement)
