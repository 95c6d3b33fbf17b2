import { randomBytes } from 'node:crypto';

// More than the program has: a bound in case SQL texts are built at run time.
const MAX_NAMES = 500;

// Two processes can share the embedded database's one session (embedded-loan.ts), so their names must differ.
const PREFIX = randomBytes(6).toString('hex');

const names = new Map<string, string>();

/**
 * The name of the prepared statement for an SQL text, so that each connection parses and plans it once. Undefined when
 * the maximum number of names is reached.
 */
export function statementName(sql: string): string | undefined {
  const known = names.get(sql);
  if (known !== undefined || names.size >= MAX_NAMES) return known;
  const name = `s${PREFIX}_${names.size}`;
  names.set(sql, name);
  return name;
}
