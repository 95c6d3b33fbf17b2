"""Reports on a CRM database."""
__version__ = "0.9.5"
