import { commonBits, Doubt, DOUBTS, SANITIZED_FOR_ALL } from './taint.js';

/** The first character of names that hold only within a branch and are dropped where branches merge. */
export const WITHIN = '%';
/** The flow variable for the name of the called tool, within a branch that handles it. */
export const TOOL = `${WITHIN}tool`;

/** Facts established by checks, by the keys of values: bits of SanitizedFor. */
type Facts = ReadonlyMap<string, number>;
const NONE: Facts = new Map();

/**
 * The state at one program point: the variables of a function and the facts established by checks. A branch is a flow
 * layered on the one that it forked from, so that only its changes are compared at the merge.
 */
export class Flow<Value> {
  // Allocated lazily: most branches set no variable and establish no fact.
  private variables?: Map<string, Value>;
  private facts?: Map<string, number>;
  /** The assumptions under which the program does not come here: bits of Assumption. */
  excluded: number;
  /** The assumptions for which it comes here, after a condition that they decide. */
  decided: number;
  /** A request was passed on before. */
  passed: boolean;

  constructor(
    readonly parent?: Flow<Value>,
    /** The flow in which earlier facts are looked up: the caller's, or the one before a `try` that failed. */
    private readonly checked: Flow<Value> | undefined = parent,
  ) {
    this.excluded = parent?.excluded ?? 0;
    this.decided = parent?.decided ?? 0;
    this.passed = parent?.passed ?? false;
  }

  get(name: string): Value | undefined {
    let value = this.variables?.get(name);
    // A loop, not a recursion: branches are nested deep, and nothing runs more often.
    for (let flow = this.parent; flow && value === undefined; flow = flow.parent)
      value = flow.variables?.get(name);
    return value;
  }

  set(name: string, value: Value): void {
    this.variables ??= new Map();
    this.variables.set(name, value);
  }

  /** The names of the function's variables, possibly with repetitions. */
  *names(): Generator<string> {
    if (this.parent) yield* this.parent.names();
    for (const name of this.variables?.keys() ?? []) if (!name.startsWith(WITHIN)) yield name;
  }

  /** The facts established about the value with a key: bits of SanitizedFor. */
  sanitizedForKey(key: string): number {
    let bits = this.facts?.get(key) ?? 0;
    for (let flow = this.checked; flow; flow = flow.checked) if (flow.facts) bits |= flow.facts.get(key) ?? 0;
    return bits;
  }

  learn(key: string, sanitizedFor: number): void {
    this.facts ??= new Map();
    this.facts.set(key, (this.facts.get(key) ?? 0) | sanitizedFor);
  }

  fork(): Flow<Value> {
    return new Flow(this);
  }

  /** A flow with the variables of this one and the facts of another. */
  failed(before: Flow<Value>): Flow<Value> {
    const flow = new Flow(this, before);
    // What was excluded in between is what has failed.
    flow.decided = before.decided | (this.excluded & ~before.excluded);
    flow.excluded = before.excluded;
    flow.passed = before.passed;
    return flow;
  }

  /** A snapshot down to the base flow: the flows between may learn facts that do not hold at this exit. */
  frozen(base: Flow<Value>): Flow<Value> {
    if (this === base) return this;
    const parent = this.parent?.frozen(base);
    const copy = new Flow(parent, this.checked === this.parent ? parent : this.checked?.frozen(base));
    copy.excluded = this.excluded;
    copy.decided = this.decided;
    copy.passed = this.passed;
    if (this.variables) copy.variables = new Map(this.variables);
    if (this.facts) copy.facts = new Map(this.facts);
    return copy;
  }

  /** The number of variables set and facts learned since a flow. */
  sizeSince(base: Flow<Value>): number {
    if (base === this) return 0;
    return (this.variables?.size ?? 0) + (this.facts?.size ?? 0) + (this.parent?.sizeSince(base) ?? 0);
  }

  /** The facts learned since the function was entered, or since a flow. */
  factsSince(base?: Flow<Value>): Facts {
    if (base === this) return NONE;
    // A function's own facts end where its caller's begin.
    const before = this.parent === undefined ? NONE : (this.checked?.factsSince(base) ?? NONE);
    if (!this.facts) return before;
    const all = new Map(before);
    this.facts.forEach((bits, key) => all.set(key, (all.get(key) ?? 0) | bits));
    return all;
  }

  private addNamesSince(base: Flow<Value>, names: Set<string>): void {
    if (base === this) return;
    this.parent?.addNamesSince(base, names);
    this.variables?.forEach((_, name) => names.add(name));
  }

  /**
   * Continues where branches merge: each variable has the joined value of all branches, and facts common to all of them
   * hold. `this` is the flow that they forked from.
   * @param settle a variable's value with the facts of its own branch applied
   */
  merge(
    branches: readonly Flow<Value>[],
    join: (left: Value, right: Value) => Value,
    settle: (value: Value, branch: Flow<Value>) => Value,
    choose?: Choose<Value>,
  ): void {
    if (branches.length === 0) return;
    const facts = mergeFacts(branches.map((branch) => branch.factsSince(this)));
    this.mergeVariables(branches, join, settle, choose);
    this.excluded = commonOf(branches, ({ excluded }) => excluded);
    this.decided = commonOf(branches, ({ decided }) => decided);
    this.passed = branches.every(({ passed }) => passed);
    facts.forEach((bits, key) => this.learn(key, bits));
  }

  /** Merges only the variables: facts established in parts of an expression hold only there. */
  mergeVariables(
    branches: readonly Flow<Value>[],
    join: (left: Value, right: Value) => Value,
    settle: (value: Value, branch: Flow<Value>) => Value,
    choose?: Choose<Value>,
  ): void {
    const [first] = branches;
    if (!first) return;
    const usual = choose && usualAmong(branches);
    const names = new Set<string>();
    for (const branch of branches) branch.addNamesSince(this, names);
    if (names.size === 0) return;
    const values = new Map<string, Value>();
    for (const name of names) {
      if (name.startsWith(WITHIN) && (name !== TOOL || branches.length > 1)) continue;
      const value = first.get(name);
      const merged = branches.every((branch) => branch.get(name) === value)
        ? value
        : joined(name, branches, join, settle);
      if (!merged) continue;
      const chosen = usual?.branches.flatMap((branch) => branch.get(name) ?? []);
      values.set(name, usual && chosen && merged !== value ? choose(merged, chosen, usual.because) : merged);
    }
    // The branches see what is set here.
    values.forEach((value, name) => this.set(name, value));
  }
}

/** A value joined of branches, with what it is at the ends of those that assumptions do not exclude. */
type Choose<Value> = (joined: Value, chosen: readonly Value[], because: number) => Value;

const commonOf = <Each>(all: readonly Each[], bitsOf: (each: Each) => number): number =>
  all.reduce((common, each) => common & bitsOf(each), -1);

/**
 * The points that assumptions do not exclude, among several of which they exclude others.
 * @returns with the assumptions that exclude the others; undefined if they exclude none, or all
 */
export function usualAmong<Point extends { readonly excluded?: number }>(
  points: readonly Point[],
): { readonly branches: readonly Point[]; readonly because: number } | undefined {
  const common = commonOf(points, ({ excluded = 0 }) => excluded);
  const because = points.reduce((all, { excluded = 0 }) => all | excluded, 0) & ~common;
  if (because === 0) return undefined;
  const branches = points.filter(({ excluded = 0 }) => (excluded & ~common) === 0);
  return branches.length > 0 ? { branches, because } : undefined;
}

/** The values of a variable at the ends of branches, as one. */
function joined<Value>(
  name: string,
  branches: readonly Flow<Value>[],
  join: (left: Value, right: Value) => Value,
  settle: (value: Value, branch: Flow<Value>) => Value,
): Value | undefined {
  const ends: Value[] = [];
  for (const branch of branches) {
    const end = branch.get(name);
    if (end) ends.push(settle(end, branch));
  }
  return ends.length > 0 ? ends.reduce(join) : undefined;
}

const isHarmless = (bits: number): boolean => (bits & SANITIZED_FOR_ALL) === SANITIZED_FOR_ALL;

/**
 * Facts common to all of several points; a fact that holds at only some of them becomes a doubt. Where a value is harmless, what
 * holds at the other points decides.
 */
export function mergeFacts(all: readonly Facts[]): Facts {
  if (all.every(({ size }) => size === 0)) return NONE;
  const merged = new Map<string, number>();
  for (const facts of all)
    for (const [key, bits] of facts) {
      if (merged.has(key)) continue;
      let [common, isAll] = [bits, true];
      for (const each of all) {
        const other = each.get(key) ?? 0;
        if (isHarmless(other)) continue;
        isAll = false;
        common = commonBits(common, other);
        if (common === 0) break;
      }
      if (isHarmless(bits) && !isAll) continue;
      // Checked on some paths only: not proven, but not unchecked either.
      const isPartial = (bits & ~common) !== 0 && (common & DOUBTS) === 0;
      const met = isPartial ? common | Doubt.SOME_PATHS : common;
      if (met !== 0) merged.set(key, met);
    }
  return merged;
}
