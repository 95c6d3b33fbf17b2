import type { Pool, RowDataPacket } from "mysql2/promise";

export interface Stock extends RowDataPacket {
  id: number;
  stock: number;
}

export class ProductRepository {
  constructor(private readonly db: Pool) {}

  async list(minStock: number, sort: string): Promise<Stock[]> {
    const sql = `SELECT id, stock FROM products WHERE stock >= ? ORDER BY ${sort} LIMIT 50`;
    const [rows] = await this.db.execute<Stock[]>({ sql, timeout: 10_000 }, [minStock]);
    return rows;
  }
}
