__all__ = ["__version__"]
__version__ = "1.3.1"
