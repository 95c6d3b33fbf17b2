import type { Pool, RowDataPacket } from "mysql2/promise";
interface Filter { city: string; sort?: string }
export class CustomerRepository {
  #pool: Pool;
  constructor(pool: Pool) { this.#pool = pool; }
  async search({ city, sort = "name" }: Filter): Promise<RowDataPacket[]> {
    let sql = "SELECT id, name FROM customers WHERE city = ?";
    sql += ` ORDER BY ${sort} LIMIT 100`;
    const [rows] = await this.#pool.query<RowDataPacket[]>(sql, [city]);
    return rows;
  }
}
