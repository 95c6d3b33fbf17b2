from pydantic_settings import BaseSettings


class Settings(BaseSettings):
    root: str = "/srv/csv"


settings = Settings()
