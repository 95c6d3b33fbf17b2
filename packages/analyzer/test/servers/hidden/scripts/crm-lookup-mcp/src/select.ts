export type Param = string | number | boolean | null;
export type Operator = "=" | ">=" | "<=" | "ILIKE";

/** A small builder for the SELECT statements of this server. */
export class Select {
  private readonly conditions: string[] = [];
  private readonly values: Param[] = [];
  private order = "";
  private grouping = "";
  private max = 50;

  private constructor(
    private readonly columns: readonly string[],
    private readonly source: string,
  ) {}

  static columns(...columns: string[]) {
    return { from: (source: string) => new Select(columns, source) };
  }

  where(column: string, operator: Operator, value: Param): this {
    this.values.push(value);
    this.conditions.push(`${column} ${operator} $${this.values.length}`);
    return this;
  }

  whereAny(columns: string[], operator: Operator, value: Param): this {
    this.values.push(value);
    const position = `$${this.values.length}`;
    this.conditions.push(`(${columns.map((column) => `${column} ${operator} ${position}`).join(" OR ")})`);
    return this;
  }

  groupBy(column: string): this {
    this.grouping = ` GROUP BY ${column}`;
    return this;
  }

  orderBy(column: string, direction: "asc" | "desc" = "asc"): this {
    this.order = ` ORDER BY ${column} ${direction === "desc" ? "DESC" : "ASC"}`;
    return this;
  }

  limit(count: number): this {
    this.max = count;
    return this;
  }

  build(): { text: string; values: Param[] } {
    const where = this.conditions.length > 0 ? ` WHERE ${this.conditions.join(" AND ")}` : "";
    const values = [...this.values, this.max];
    return {
      text: `SELECT ${this.columns.join(", ")} FROM ${this.source}${where}${this.grouping}${this.order} LIMIT $${values.length}`,
      values,
    };
  }
}

/** Escapes the wildcards of a LIKE pattern. */
export function contains(fragment: string): string {
  return `%${fragment.replace(/[\\%_]/g, "\\$&")}%`;
}
