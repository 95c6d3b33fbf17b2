import type { Expression, FunctionDefinition } from '../../../ir/program.js';
import { callsWithin, lastNameOf, nodesOf, nodesWithin, ownCalledIn, plain } from '../../../ir/walk.js';
import { accessPathOf, countsOther } from './counters.js';

/** Calls that read a file or another store that outlives the process. */
const READS =
  /^(?:read_?text|read_?bytes|read_?file(?:_?sync)?|read_?json(?:_?sync)?|open|load|get_?item|fetchone|query_?row|scan)$/iu;
/** Calls that write to one. */
const KEEPS =
  /^(?:write_?text|write_?bytes|write_?file(?:_?sync)?|write_?json(?:_?sync)?|output_?json(?:_?sync)?|write|dump|set_?item|execute|exec|run)$/iu;

const callsAny = (definition: FunctionDefinition, names: RegExp): boolean => {
  for (const name of ownCalledIn(definition)) if (names.test(name)) return true;
  return false;
};

/** Which functions of a package read or keep stored data, by name. */
export interface Stores {
  readonly reads: (name: string) => boolean;
  readonly keeps: (name: string) => boolean;
}

/** The functions that read or keep stored data, themselves or by a call. */
export function storesOf(functions: readonly FunctionDefinition[]): Stores {
  const named = (pattern: RegExp): ReadonlySet<string> =>
    new Set(functions.flatMap((each) => (each.name !== '' && callsAny(each, pattern) ? [each.name] : [])));
  const [readers, keepers] = [named(READS), named(KEEPS)];
  return {
    reads: (name) => READS.test(name) || readers.has(name),
    keeps: (name) => KEEPS.test(name) || keepers.has(name),
  };
}

const isNumber = (expression: Expression | undefined): boolean =>
  expression?.kind === 'constant' && typeof expression.value === 'number';

const rootOf = (path: string): string => /^[^.[]*/u.exec(path)?.[0] ?? path;

/** An assignment or declaration of one variable or field. */
interface Assignment {
  readonly path: string;
  readonly value: Expression;
  readonly operator: string | undefined;
}

function assignmentsIn(definition: FunctionDefinition): readonly Assignment[] {
  return nodesOf(definition).flatMap((node): Assignment[] => {
    if (node.kind !== 'declare' && node.kind !== 'assign') return [];
    const { target, value } = node;
    if (!value) return [];
    const operator = node.kind === 'assign' ? node.operator : undefined;
    // Go's `count, err := read()`.
    if (target.kind === 'items') {
      const [first] = target.items;
      return first?.value.kind === 'bind' ? [{ path: first.value.name, value, operator }] : [];
    }
    const path =
      target.kind === 'bind'
        ? target.name
        : target.kind === 'target'
          ? accessPathOf(target.expression)
          : undefined;
    return path === undefined ? [] : [{ path, value, operator }];
  });
}

const mentions = (value: unknown, names: ReadonlySet<string>): boolean =>
  nodesWithin(value, false).some((node) => node.kind === 'name' && names.has(node.name));

const isSum = (value: Expression): boolean =>
  nodesWithin(value, false).some(
    (node) => node.kind === 'operation' && node.operator === '+' && node.operands.some(isNumber),
  );

/**
 * The variables and fields of a function that hold a number which is read from a store, increased, and stored again:
 * `count = read() + 1; keep(count)`, `state.calls += 1; save(state)`. They go on counting where the process ends.
 */
export function storedCountersOf(definition: FunctionDefinition, stores: Stores): ReadonlySet<string> {
  const assignments = assignmentsIn(definition);
  const read = new Set<string>();
  const counted = new Set<string>();
  for (const { path, value, operator } of assignments) {
    const root = rootOf(path);
    const isRead =
      callsWithin(value, false).some(({ callee }) => stores.reads(lastNameOf(callee))) ||
      mentions(value, read);
    if (isRead) read.add(root);
    const isMore = operator === '+' ? isNumber(plain(value)) : operator === undefined && isSum(value);
    if (isMore && read.has(root) && !countsOther(path)) counted.add(path);
  }
  if (counted.size === 0) return counted;
  const keptNames = new Set<string>();
  for (const node of nodesOf(definition))
    if (node.kind === 'call' && stores.keeps(lastNameOf(node.callee)))
      for (const part of nodesWithin(node.arguments, false))
        if (part.kind === 'name') keptNames.add(part.name);
  // What is kept may be made of the count: `state.calls = count; save(state)`, `data = json.dumps(count)`.
  for (const { path, value } of [...assignments].reverse())
    if (keptNames.has(rootOf(path)))
      for (const node of nodesWithin(value, false)) if (node.kind === 'name') keptNames.add(node.name);
  return new Set([...counted].filter((path) => keptNames.has(rootOf(path))));
}

const FLIPPED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** The access paths whose value, in a test, decides differently after the first call than at it. */
export function comparedAfterFirst(
  test: Expression,
  numberOf: (expression: Expression) => number | undefined,
): readonly string[] {
  const paths: string[] = [];
  for (const node of nodesWithin(test, false)) {
    if (node.kind !== 'operation' || !/^(?:[<>]=?|==)$/u.test(node.operator)) continue;
    const [left, right] = node.operands;
    if (!left || !right) continue;
    for (const [side, other, operator] of [
      [left, right, node.operator],
      [right, left, FLIPPED[node.operator] ?? node.operator],
    ] as const) {
      const path = accessPathOf(plain(side));
      const number = numberOf(other);
      const least = operator === '>' || operator === '<=' ? 1 : 2;
      if (path !== undefined && number !== undefined && number >= least) paths.push(path);
    }
  }
  return paths;
}
