from functools import lru_cache

from pydantic import SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    model_config = SettingsConfigDict(env_prefix="SVC_", env_file=".env")
    host: str = "127.0.0.1"
    port: int = 8080
    jwks_url: str = "https://auth.example.com/.well-known/jwks.json"
    issuer: str = "https://auth.example.com"
    api_token: SecretStr


@lru_cache
def get_settings() -> Settings:
    return Settings()
