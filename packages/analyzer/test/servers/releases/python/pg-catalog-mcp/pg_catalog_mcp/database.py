from contextlib import contextmanager

import psycopg
from psycopg import sql
from psycopg.rows import dict_row


class UnknownTable(LookupError):
    pass


class Catalog:
    def __init__(self, conninfo: str):
        self._conninfo = conninfo

    @contextmanager
    def _cursor(self):
        with psycopg.connect(
            self._conninfo,
            connect_timeout=5,
            row_factory=dict_row,
            options="-c default_transaction_read_only=on -c statement_timeout=5000",
        ) as con, con.cursor() as cur:
            yield cur

    def tables(self, schema: str) -> list[dict]:
        with self._cursor() as cur:
            cur.execute(
                "SELECT table_name, table_type FROM information_schema.tables WHERE table_schema = %s "
                "ORDER BY table_name LIMIT 500",
                (schema,),
            )
            return cur.fetchall()

    def columns(self, schema: str, table: str) -> list[dict]:
        with self._cursor() as cur:
            cur.execute(
                "SELECT column_name, data_type, is_nullable FROM information_schema.columns "
                "WHERE table_schema = %s AND table_name = %s ORDER BY ordinal_position",
                (schema, table),
            )
            found = cur.fetchall()
        if not found:
            raise UnknownTable(f"{schema}.{table}")
        return found

    def sample(self, schema: str, table: str, limit: int) -> list[dict]:
        names = [sql.Identifier(c["column_name"]) for c in self.columns(schema, table)]
        query = sql.SQL("SELECT {columns} FROM {table} LIMIT {limit}").format(
            columns=sql.SQL(", ").join(names),
            table=sql.Identifier(schema, table),
            limit=sql.Literal(limit),
        )
        with self._cursor() as cur:
            cur.execute(query)
            return cur.fetchall()
