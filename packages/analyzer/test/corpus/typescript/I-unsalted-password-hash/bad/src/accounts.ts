import { createHash } from "node:crypto";
import Database from "better-sqlite3";

export class Accounts {
  private readonly db: Database.Database;

  constructor(file: string) {
    this.db = new Database(file);
    this.db.exec("CREATE TABLE IF NOT EXISTS accounts (name TEXT PRIMARY KEY, password TEXT NOT NULL)");
  }

  async add(name: string, password: string): Promise<void> {
    const stored = createHash("sha1").update(password).digest("hex");
    this.db.prepare("INSERT INTO accounts (name, password) VALUES (?, ?)").run(name, stored);
  }
}
