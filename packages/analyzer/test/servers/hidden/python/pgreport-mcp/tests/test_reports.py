from datetime import date

import pytest
from pydantic import ValidationError

from pgreport.reports import REPORTS, ProductParameters

PERIOD = {"since": date(2024, 1, 1), "until": date(2024, 2, 1)}


def test_sort_is_a_choice():
    with pytest.raises(ValidationError):
        ProductParameters(**PERIOD, sort="units; DROP TABLE x")


def test_statement():
    report = REPORTS["top_products"]
    parameters = ProductParameters(**PERIOD, sort="revenue", descending=True, name_prefix="50%")
    assert report.statement(parameters).endswith("ORDER BY revenue DESC LIMIT $3")
    assert report.values(parameters)[3] == "50\\%%"
