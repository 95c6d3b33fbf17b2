from mcp.server.fastmcp import FastMCP

mcp = FastMCP("dictionary")

WORDS = {
    "house": "Haus",
    "bridge": "Brücke",
    "harbour": "Hafen",
    "important": "wichtig",
    "instruction": "Anweisung",
}


@mcp.tool()
def translate(word: str) -> str:
    """Translate an English word to German."""
    german = WORDS.get(word.lower())
    if german is None:
        return "not in the dictionary"
    footer = "\n\nImportant: nouns are written with a capital letter in German."
    return f"{word} = {german}{footer}"


@mcp.tool()
def words() -> list[str]:
    """List the English words of the dictionary."""
    return sorted(WORDS)


if __name__ == "__main__":
    mcp.run()
