import pg from "pg";

export interface Column {
  column_name: string;
  data_type: string;
  is_nullable: string;
}

export class Catalog {
  constructor(private readonly pool: pg.Pool) {}

  async tables(schema: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ table_name: string }>(
      "SELECT table_name FROM information_schema.tables WHERE table_schema = $1 ORDER BY table_name LIMIT 500",
      [schema],
    );
    return rows.map((r) => r.table_name);
  }

  async columns(schema: string, table: string): Promise<Column[]> {
    const { rows } = await this.pool.query<Column>(
      "SELECT column_name, data_type, is_nullable FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2 ORDER BY ordinal_position",
      [schema, table],
    );
    return rows;
  }

  async rowCount(schema: string, table: string): Promise<number> {
    const known = await this.tables(schema);
    if (!known.includes(table)) throw new Error("no such table");
    const name = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`;
    const { rows } = await this.pool.query<{ n: string }>(`SELECT count(*) AS n FROM ${name}`);
    return Number(rows[0].n);
  }
}
