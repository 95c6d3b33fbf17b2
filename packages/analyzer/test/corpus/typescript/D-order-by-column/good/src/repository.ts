import type { Pool, RowDataPacket } from "mysql2/promise";

export interface Stock extends RowDataPacket {
  id: number;
  stock: number;
}

const COLUMNS = new Map([
  ["id", "id"],
  ["stock", "stock"],
  ["price", "price_cents"],
]);

export class ProductRepository {
  constructor(private readonly db: Pool) {}

  async list(minStock: number, sort: string): Promise<Stock[]> {
    const column = COLUMNS.get(sort);
    if (!column) throw new Error("Sort by id, stock or price");
    const sql = `SELECT id, stock FROM products WHERE stock >= ? ORDER BY ${column} LIMIT 50`;
    const [rows] = await this.db.execute<Stock[]>({ sql, timeout: 10_000 }, [minStock]);
    return rows;
  }
}
