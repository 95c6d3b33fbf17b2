import { randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";
import Database from "better-sqlite3";

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

export class Accounts {
  private readonly db: Database.Database;

  constructor(file: string) {
    this.db = new Database(file);
    this.db.exec("CREATE TABLE IF NOT EXISTS accounts (name TEXT PRIMARY KEY, password TEXT NOT NULL)");
  }

  async add(name: string, password: string): Promise<void> {
    const salt = randomBytes(16);
    const key = await derive(password, salt, 64);
    const stored = `scrypt$${salt.toString("hex")}$${key.toString("hex")}`;
    this.db.prepare("INSERT INTO accounts (name, password) VALUES (?, ?)").run(name, stored);
  }
}
