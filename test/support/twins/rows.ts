import type { TestApp } from '../test-app.js';

/** A row to insert: columns by name; those left out have their defaults. */
export interface TwinRow {
  readonly table: string;
  readonly columns: Readonly<Record<string, unknown>>;
}

/** Collects rows in the order in which they can be inserted. */
export class TwinRows {
  readonly rows: TwinRow[] = [];

  add(table: string, columns: Readonly<Record<string, unknown>>): this {
    this.rows.push({ table, columns });
    return this;
  }

  /** Inserts them: rows of one table that follow each other and have the same columns are one statement. */
  async insert(t: TestApp): Promise<void> {
    for (let first = 0; first < this.rows.length;) {
      const { table, columns } = this.rows[first] ?? { table: '', columns: {} };
      const names = Object.keys(columns);
      const rest = this.rows.slice(first);
      const end = rest.findIndex(
        (row) => row.table !== table || Object.keys(row.columns).join() !== names.join(),
      );
      const batch = end === -1 ? rest : rest.slice(0, end);
      const listed = names.map((name) => `"${name}"`).join(', ');
      await t.rows(
        `INSERT INTO ${table} (${listed})
         SELECT ${listed} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`,
        [JSON.stringify(batch.map((row) => row.columns))],
      );
      first += batch.length;
    }
  }
}

/** Bytes as JSON that becomes `bytea`. */
export const bytea = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;
