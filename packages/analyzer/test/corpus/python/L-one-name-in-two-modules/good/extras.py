OLD_NOTES = {"sunday": "Rest."}


def register(app):
    class Archive:
        def install(self) -> None:
            @app.tool(name="read_note")
            def from_archive(day: str) -> str:
                """Returns the note of a day in the archive."""
                return OLD_NOTES.get(day, "")

    Archive().install()
