import subprocess
from pathlib import Path

from setuptools import setup

HERE = Path(__file__).parent
VERSION = (HERE / "VERSION").read_text().strip()

setup(name="grid-mcp", version="0.2.0", packages=["grid_mcp"])
