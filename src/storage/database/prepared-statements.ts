import { randomBytes } from 'node:crypto';
import type { QueryConfig } from 'pg';

// More than the program has: a bound in case SQL texts are built at run time.
const MAX_NAMES = 2000;

const newPrefix = (): string => randomBytes(6).toString('hex');

let prefix = newPrefix();
const statements = new Map<string, QueryConfig>();

/**
 * The named statement of an SQL text, so that each connection parses and plans it once; without a name when the maximum
 * is reached.
 */
export function preparedStatement(sql: string): QueryConfig {
  const known = statements.get(sql);
  if (known !== undefined) return known;
  if (statements.size >= MAX_NAMES) return { text: sql };
  // The driver copies the own properties of a configuration for each execution, and reads those of its prototype.
  const statement = Object.create({ name: `s${prefix}_${statements.size}`, text: sql }) as QueryConfig;
  statements.set(sql, statement);
  return statement;
}

/** Gives all statements new names. Who borrows the embedded database shares its one session with others (embedded-loan.ts). */
export function renameStatements(): void {
  prefix = newPrefix();
  statements.clear();
}
