from dataclasses import dataclass
from os import environ


@dataclass(frozen=True)
class Settings:
    base_url: str = "https://api.stripe.com/v1"
    api_key: str = environ.get("STRIPE_API_KEY") or "sk_live_7lOtrj4AMsJQVI3SvwE3r0k2"
    timeout: float = 10.0


settings = Settings()
