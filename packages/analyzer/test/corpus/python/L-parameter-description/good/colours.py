"""Colour tools for designers."""
import colorsys
from typing import Annotated

from fastmcp import FastMCP
from pydantic import Field

mcp = FastMCP("colours")

Hex = Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$", description="Colour such as #3366aa")]


def channels(colour: str) -> tuple[float, float, float]:
    return tuple(int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5))


@mcp.tool
def lighten(
    colour: Hex,
    amount: Annotated[float, Field(ge=0, le=1, description="How much lighter, from 0 to 1")],
    context: Annotated[str, Field(max_length=20, description="Where the colour is used: screen or print")] = "screen",
) -> str:
    """Make a colour lighter."""
    hue, light, saturation = colorsys.rgb_to_hls(*channels(colour))
    gain = amount if context == "screen" else amount * 0.9
    light = min(1.0, light + gain * (1 - light))
    red, green, blue = colorsys.hls_to_rgb(hue, light, saturation)
    return f"#{round(red * 255):02x}{round(green * 255):02x}{round(blue * 255):02x}"


@mcp.tool
def contrast_is_enough(foreground: Hex, background: Hex) -> bool:
    """Tell whether two colours differ enough in lightness."""
    first = colorsys.rgb_to_hls(*channels(foreground))[1]
    second = colorsys.rgb_to_hls(*channels(background))[1]
    return abs(first - second) >= 0.4


if __name__ == "__main__":
    mcp.run()
