import pg from "pg";
import { SelectBuilder } from "./query.js";

export class DealRepository {
  private readonly pool = new pg.Pool({
    connectionString: process.env.DATABASE_URL,
    max: 4,
    statement_timeout: 10_000,
    connectionTimeoutMillis: 5_000,
  });

  async find(region: string, sort?: { by: string; direction?: string }) {
    const q = new SelectBuilder("deal", ["id", "amount", "stage", "closes_on"]).where({ column: "region", value: region });
    if (sort) q.orderBy(sort.by, sort.direction);
    const { text, values } = q.limit(100).build();
    const { rows } = await this.pool.query(text, values);
    return rows;
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}
