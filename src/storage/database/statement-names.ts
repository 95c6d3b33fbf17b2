import { randomBytes } from 'node:crypto';

// More than the program has: a bound in case that somebody builds SQL texts at run time.
const MAX_NAMES = 500;

// Two processes can share the embedded database's one session (embedded-loan.ts), so their names must differ.
const PREFIX = randomBytes(6).toString('hex');

const names = new Map<string, string>();

/**
 * The name under which connections keep the plan of an SQL text, so that the database parses and plans it once.
 * Undefined when there are too many texts already.
 */
export function statementName(sql: string): string | undefined {
  const known = names.get(sql);
  if (known !== undefined || names.size >= MAX_NAMES) return known;
  const name = `s${PREFIX}_${names.size}`;
  names.set(sql, name);
  return name;
}
