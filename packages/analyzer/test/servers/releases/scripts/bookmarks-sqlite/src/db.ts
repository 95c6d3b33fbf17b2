import Database from "better-sqlite3";
import { mkdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const dir = path.join(os.homedir(), ".local", "share", "bookmarks-sqlite");
mkdirSync(dir, { recursive: true, mode: 0o700 });

export const db = new Database(path.join(dir, "bookmarks.db"));
db.pragma("journal_mode = WAL");
db.exec(`
  CREATE TABLE IF NOT EXISTS bookmark (
    id INTEGER PRIMARY KEY,
    url TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    tag TEXT NOT NULL DEFAULT '',
    private INTEGER NOT NULL DEFAULT 0
  );
`);
