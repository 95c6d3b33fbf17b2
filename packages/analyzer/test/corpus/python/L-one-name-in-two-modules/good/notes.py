NOTES = {"monday": "Buy paper."}


def register(app):
    @app.tool()
    def read_note(day: str) -> str:
        """Returns the note of a day."""
        return NOTES.get(day, "")
