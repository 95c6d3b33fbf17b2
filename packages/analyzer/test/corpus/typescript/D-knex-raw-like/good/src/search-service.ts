import type { Knex } from "knex";

export class SearchService {
  constructor(private readonly db: Knex) {}

  async articleIds(term: string, limit: number): Promise<number[]> {
    const pattern = this.like(term);
    const result = await this.db.raw(
      "select id from articles where title ilike :pattern escape '!' order by id limit :limit",
      { pattern, limit },
    ).timeout(10_000);
    return result.rows.map((row: { id: number }) => row.id);
  }

  private like(term: string): string {
    return `%${term.replace(/[%_!]/g, "!$&")}%`;
  }
}
