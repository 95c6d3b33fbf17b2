import pytest
from pydantic import ValidationError

from crmlens.models import CustomerSearch
from crmlens.statements import like_prefix


def test_unknown_column():
    with pytest.raises(ValidationError):
        CustomerSearch(order="password asc")


def test_like_prefix():
    assert like_prefix("50%_") == "50\\%\\_%"


def test_order_is_a_column_and_a_direction():
    assert CustomerSearch(order="Revenue DESC").order_expression() == "revenue DESC"
    with pytest.raises(ValidationError):
        CustomerSearch(order="name asc, (select 1)")
