import pandas as pd
from sqlalchemy.engine import Engine


class Dal:
    def __init__(self, engine: Engine):
        self.engine = engine

    def frame(self, **filters):
        where = " AND ".join(f"{k} = '{v}'" for k, v in filters.items())
        return pd.read_sql_query(f"SELECT * FROM events WHERE {where} LIMIT 100", self.engine)
