import sqlite3


class Pages:
    def __init__(self, path: str):
        self._con = sqlite3.connect(path, timeout=5, check_same_thread=False)
        self._con.execute("CREATE TABLE IF NOT EXISTS page(title TEXT PRIMARY KEY, body TEXT NOT NULL)")

    def titles(self, part: str) -> list[str]:
        rows = self._con.execute("SELECT title FROM page WHERE instr(title, ?) > 0 LIMIT 100", (part,))
        return [r[0] for r in rows]

    def body(self, title: str) -> str | None:
        row = self._con.execute("SELECT substr(body, 1, 50000) FROM page WHERE title = ?", (title,)).fetchone()
        return row[0] if row else None
