import pathlib

from setuptools import find_packages, setup

ROOT = pathlib.Path(__file__).parent


def read_version() -> str:
    for line in (ROOT / "mcp_clock" / "server.py").read_text(encoding="utf-8").splitlines():
        if line.startswith("__version__"):
            return line.split('"')[1]
    raise RuntimeError("no version")


setup(
    name="mcp-clock",
    version=read_version(),
    description="Tells the time in the offices of the company",
    long_description=(ROOT / "README.md").read_text(encoding="utf-8"),
    license="MIT",
    packages=find_packages(),
    python_requires=">=3.11",
    install_requires=["mcp==1.25.0"],
    entry_points={"console_scripts": ["mcp-clock = mcp_clock.server:main"]},
)
