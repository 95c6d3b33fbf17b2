import pytest

from skywatch_mcp.regions import UnknownRegion, endpoint


def test_url():
    assert endpoint("EU-West-1 ").url("checks", 3) == "https://eu-west-1.api.skywatch.dev/v2/checks/3"


@pytest.mark.parametrize("region", ["", "moon", "eu-west", "localhost"])
def test_unknown(region):
    with pytest.raises(UnknownRegion):
        endpoint(region)
