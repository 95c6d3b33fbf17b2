from .send import register

__all__ = ["register"]
