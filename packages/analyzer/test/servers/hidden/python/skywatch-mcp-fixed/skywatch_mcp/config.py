"""Environment of the process."""

from __future__ import annotations

import os
from functools import lru_cache

from pydantic import BaseModel, Field, SecretStr


class Config(BaseModel):
    api_key: SecretStr
    region: str = "eu-west-1"
    timeout: float = Field(default=12.0, ge=1, le=60)


@lru_cache(maxsize=1)
def get_config() -> Config:
    key = os.environ.get("SKYWATCH_API_KEY")
    if not key:
        raise RuntimeError("SKYWATCH_API_KEY is not set")
    values: dict[str, object] = {"api_key": key}
    if region := os.environ.get("SKYWATCH_REGION"):
        values["region"] = region
    return Config.model_validate(values)
