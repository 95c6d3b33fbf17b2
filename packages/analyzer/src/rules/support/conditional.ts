import type { Frame } from '../../engine/frame.js';
import type { Lines } from '../../ir/program.js';

const isNode = (value: unknown): value is Lines & { readonly kind?: string } =>
  typeof value === 'object' && value !== null && 'line' in value && 'endLine' in value;

const holds = (value: unknown, line: number): boolean =>
  Array.isArray(value)
    ? value.some((each) => holds(each, line))
    : isNode(value) && value.line <= line && line <= value.endLine;

/** The child nodes that run conditionally. */
const BRANCHES: Readonly<Record<string, readonly string[]>> = {
  if: ['then', 'otherwise'],
  choice: ['then', 'otherwise'],
  switch: ['cases'],
};

function within(value: unknown, line: number): boolean {
  if (Array.isArray(value)) return value.some((each) => within(each, line));
  if (typeof value !== 'object' || value === null || !holds(value, line)) return wrapped(value, line);
  const { kind } = value as { readonly kind?: string };
  const branches = (kind === undefined ? undefined : BRANCHES[kind]) ?? [];
  const parts = value as Readonly<Record<string, unknown>>;
  return (
    branches.some((name) => holds(parts[name], line)) ||
    Object.values(parts).some((part) => typeof part === 'object' && within(part, line))
  );
}

/** Entries of literals and arguments of calls have no line numbers of their own. */
const wrapped = (value: unknown, line: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !isNode(value) &&
  Object.values(value).some((part) => typeof part === 'object' && within(part, line));

/** Whether a line of a function runs only under a condition, such as an optional setting. */
export const isConditional = ({ function: definition }: Frame, line: number): boolean =>
  definition !== undefined && within(definition.body, line);
