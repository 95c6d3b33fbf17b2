import os

import psycopg

from .queries import Listing


def run(listing: Listing) -> list[tuple]:
    with psycopg.connect(os.environ["CRM_DSN"], connect_timeout=5, options="-c statement_timeout=5000") as connection:
        cursor = connection.execute(listing.statement(), listing.parameters())
        return cursor.fetchall()
