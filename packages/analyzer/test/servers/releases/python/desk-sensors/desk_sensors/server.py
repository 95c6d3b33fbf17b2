import os
from pathlib import Path

import uvicorn
from mcp.server.fastmcp import FastMCP
from mcp.server.transport_security import TransportSecuritySettings

from desk_sensors.bearer import BearerGate

THERMAL = Path("/sys/class/thermal")

mcp = FastMCP(
    "desk-sensors",
    transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
)


def _zones() -> dict[str, Path]:
    return {z.name: z for z in sorted(THERMAL.glob("thermal_zone*"))}


@mcp.tool()
def zones() -> list[str]:
    """Thermal zones of this machine."""
    return list(_zones())


@mcp.tool()
def temperature(zone: str) -> float:
    """Temperature of a zone in degrees Celsius."""
    found = _zones().get(zone)
    if found is None:
        raise ValueError("no such zone")
    return int((found / "temp").read_text()) / 1000


def main() -> None:
    app = BearerGate(mcp.streamable_http_app(), os.environ["DESK_SENSORS_TOKEN"])
    uvicorn.run(app, host="0.0.0.0", port=8765, log_level="warning")


if __name__ == "__main__":
    main()
