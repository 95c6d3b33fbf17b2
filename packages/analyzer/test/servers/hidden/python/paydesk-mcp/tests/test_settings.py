import pytest

from paydesk_mcp.settings import Settings, SettingsError


def test_from_env():
    settings = Settings.from_env({"PAYDESK_MERCHANT": "1001", "PAYDESK_API_SECRET": "x"})
    assert settings.refund_limit == 0
    assert "merchant=1001" in settings.describe()


def test_limit_has_an_end():
    with pytest.raises(SettingsError):
        Settings.from_env(
            {"PAYDESK_MERCHANT": "1", "PAYDESK_API_SECRET": "x", "PAYDESK_REFUND_LIMIT": "9000000"}
        )
