import type { Pool, RowDataPacket } from "mysql2/promise";
const SORTABLE = ["name", "city", "created_at"] as const;
interface Filter { city: string; sort?: string; desc?: boolean }
export class CustomerRepository {
  #pool: Pool;
  constructor(pool: Pool) { this.#pool = pool; }
  async search({ city, sort = "name", desc = false }: Filter): Promise<RowDataPacket[]> {
    const column = SORTABLE.find((c) => c === sort) ?? "name";
    const sql = `SELECT id, name FROM customers WHERE city = ? ORDER BY ${column} ${desc ? "DESC" : "ASC"} LIMIT 100`;
    const [rows] = await this.#pool.execute<RowDataPacket[]>(sql, [city]);
    return rows;
  }
  async byIds(ids: number[]): Promise<RowDataPacket[]> {
    const marks = ids.map(() => "?").join(", ");
    const [rows] = await this.#pool.query<RowDataPacket[]>(`SELECT id FROM customers WHERE id IN (${marks})`, ids);
    return rows;
  }
}
