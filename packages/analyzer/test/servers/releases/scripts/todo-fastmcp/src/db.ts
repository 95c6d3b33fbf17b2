import Database from "better-sqlite3";
import { chmodSync, mkdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";

export interface Todo {
  id: number;
  title: string;
  due: string | null;
  done: 0 | 1;
}

export function openTodos(dir = path.join(os.homedir(), ".todo-fastmcp")) {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const file = path.join(dir, "todos.db");
  const db = new Database(file, { timeout: 3000 });
  chmodSync(file, 0o600);
  db.exec("CREATE TABLE IF NOT EXISTS todo (id INTEGER PRIMARY KEY, title TEXT NOT NULL, due TEXT, done INTEGER NOT NULL DEFAULT 0)");
  const ORDER = { due: "due IS NULL, due", title: "title COLLATE NOCASE", id: "id" } as const;
  const selects = Object.fromEntries(
    Object.entries(ORDER).map(([k, sql]) => [k, db.prepare<[number, number]>(`SELECT id, title, due, done FROM todo WHERE done <= ? ORDER BY ${sql} LIMIT ?`)]),
  );
  const insert = db.prepare("INSERT INTO todo (title, due) VALUES (@title, @due)");
  const finish = db.prepare("UPDATE todo SET done = 1 WHERE id = ?");
  const remove = db.prepare("DELETE FROM todo WHERE id = ?");
  return {
    list: (order: keyof typeof ORDER, withDone: boolean) => selects[order].all(withDone ? 1 : 0, 200) as Todo[],
    add: (title: string, due: string | null) => Number(insert.run({ title, due }).lastInsertRowid),
    finish: (id: number) => finish.run(id).changes === 1,
    remove: (id: number) => remove.run(id).changes === 1,
  };
}
