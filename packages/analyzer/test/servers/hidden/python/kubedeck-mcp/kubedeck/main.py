from __future__ import annotations

import logging

import uvicorn

from .auth import RequireToken
from .config import Config
from .kubectl import Kubectl
from .tools import build


def create_app(config: Config) -> RequireToken:
    return RequireToken(build(config, Kubectl(config)).streamable_http_app(), config.token)


def main() -> None:
    logging.basicConfig(level=logging.INFO)
    try:
        config = Config.from_env()
    except ValueError as error:
        raise SystemExit(f"kubedeck: {error}") from None
    uvicorn.run(create_app(config), host=config.host, port=config.port, log_level="warning")


if __name__ == "__main__":
    main()
