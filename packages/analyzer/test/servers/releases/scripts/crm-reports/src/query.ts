export interface Filter {
  column: "region" | "owner" | "stage";
  value: string;
}

export class SelectBuilder {
  private readonly params: unknown[] = [];
  private readonly conditions: string[] = [];
  private order = "";
  private count = 100;

  constructor(private readonly table: string, private readonly columns: string[]) {}

  where(filter: Filter): this {
    this.params.push(filter.value);
    this.conditions.push(`${filter.column} = $${this.params.length}`);
    return this;
  }

  orderBy(column: string, direction = "asc"): this {
    this.order = ` ORDER BY ${column} ${direction}`;
    return this;
  }

  limit(n: number): this {
    this.count = Math.min(Math.max(1, Math.trunc(n)), 500);
    return this;
  }

  build(): { text: string; values: unknown[] } {
    const where = this.conditions.length ? ` WHERE ${this.conditions.join(" AND ")}` : "";
    return { text: `SELECT ${this.columns.join(", ")} FROM ${this.table}${where}${this.order} LIMIT ${this.count}`, values: this.params };
  }
}
