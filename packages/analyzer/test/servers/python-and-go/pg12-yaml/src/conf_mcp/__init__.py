from .server import main

__all__ = ["main"]
