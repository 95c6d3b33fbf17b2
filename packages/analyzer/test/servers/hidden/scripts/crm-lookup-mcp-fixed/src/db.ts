import pg from "pg";
import type { PoolConfig, QueryResultRow } from "pg";
import type { Select } from "./select.js";

export class Database {
  private readonly pool: pg.Pool;

  constructor(config: PoolConfig) {
    this.pool = new pg.Pool(config);
    this.pool.on("error", (err) => console.error("[crm] idle connection:", err.message));
  }

  async rows<T extends QueryResultRow>(select: Select): Promise<T[]> {
    const { text, values } = select.build();
    const client = await this.pool.connect();
    try {
      await client.query("BEGIN READ ONLY");
      const result = await client.query<T>(text, values);
      await client.query("COMMIT");
      return result.rows;
    } catch (err) {
      await client.query("ROLLBACK").catch(() => undefined);
      throw err;
    } finally {
      client.release();
    }
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}
