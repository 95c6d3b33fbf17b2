import Database from "better-sqlite3";

export function openDatabase(file: string | undefined): Database.Database {
  if (!file) throw new Error("SHOP_DB is not set");
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 2000 });
  db.pragma("query_only = ON");
  db.pragma("trusted_schema = OFF");
  return db;
}
