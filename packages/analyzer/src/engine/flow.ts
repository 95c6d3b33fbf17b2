import { SanitizedFor, SANITIZED_FOR_ALL } from './taint.js';

/** The first character of names that hold within a branch alone, and not where it meets others. */
export const WITHIN = '%';
/** The name under which the tool that is being called is kept while a branch deals with it. */
export const TOOL = `${WITHIN}tool`;

/** What a check has shown, by the keys of values: bits of SanitizedFor. */
type Facts = ReadonlyMap<string, number>;
const NONE: Facts = new Map();

/**
 * What holds at one point of a function: its variables, and what checks have shown. A branch is a flow of its own over the
 * one that it left, so that only what it changes is looked at when branches meet.
 */
export class Flow<Value> {
  // Most branches set nothing and check nothing.
  private variables?: Map<string, Value>;
  private facts?: Map<string, number>;

  constructor(
    readonly parent?: Flow<Value>,
    /** Where what has been checked before is looked up: the caller's flow, or the one before a `try` that failed. */
    private readonly checked: Flow<Value> | undefined = parent,
  ) {}

  get(name: string): Value | undefined {
    return this.variables?.get(name) ?? this.parent?.get(name);
  }

  set(name: string, value: Value): void {
    this.variables ??= new Map();
    this.variables.set(name, value);
  }

  /** The names of the function's variables, some of them perhaps more than once. */
  *names(): Generator<string> {
    if (this.parent) yield* this.parent.names();
    for (const name of this.variables?.keys() ?? []) if (!name.startsWith(WITHIN)) yield name;
  }

  /** What a check has shown of the value with a key: bits of SanitizedFor. */
  sanitizedForKey(key: string): number {
    return (this.facts?.get(key) ?? 0) | (this.checked?.sanitizedForKey(key) ?? 0);
  }

  learn(key: string, sanitizedFor: number): void {
    this.facts ??= new Map();
    this.facts.set(key, (this.facts.get(key) ?? 0) | sanitizedFor);
  }

  fork(): Flow<Value> {
    return new Flow(this);
  }

  /** Goes on with the variables of this one, and with what had been checked at another. */
  failed(before: Flow<Value>): Flow<Value> {
    return new Flow(this, before);
  }

  /** As it is now, down to the flow that it left: those between may go on to learn what does not hold for who has left. */
  frozen(base: Flow<Value>): Flow<Value> {
    if (this === base) return this;
    const parent = this.parent?.frozen(base);
    const copy = new Flow(parent, this.checked === this.parent ? parent : this.checked?.frozen(base));
    if (this.variables) copy.variables = new Map(this.variables);
    if (this.facts) copy.facts = new Map(this.facts);
    return copy;
  }

  /** How many variables were set and facts learned since a flow. */
  sizeSince(base: Flow<Value>): number {
    if (base === this) return 0;
    return (this.variables?.size ?? 0) + (this.facts?.size ?? 0) + (this.parent?.sizeSince(base) ?? 0);
  }

  /** The facts learned since the function began, or since a flow. */
  factsSince(base?: Flow<Value>): Facts {
    if (base === this) return NONE;
    // A function's own facts end where its caller's begin.
    const before = this.parent === undefined ? NONE : (this.checked?.factsSince(base) ?? NONE);
    if (!this.facts) return before;
    const all = new Map(before);
    for (const [key, bits] of this.facts) all.set(key, (all.get(key) ?? 0) | bits);
    return all;
  }

  private addNamesSince(base: Flow<Value>, names: Set<string>): void {
    if (base === this) return;
    this.parent?.addNamesSince(base, names);
    for (const name of this.variables?.keys() ?? []) names.add(name);
  }

  /**
   * Goes on from where branches meet: each variable is whatever it is in any of them, and what all of them have shown
   * holds. `this` is where they began.
   * @param settle what a variable's value is with what its own branch has shown of it
   */
  merge(
    branches: readonly Flow<Value>[],
    join: (left: Value, right: Value) => Value,
    settle: (value: Value, branch: Flow<Value>) => Value,
  ): void {
    if (branches.length === 0) return;
    const facts = mergeFacts(branches.map((branch) => branch.factsSince(this)));
    this.mergeVariables(branches, join, settle);
    for (const [key, bits] of facts) this.learn(key, bits);
  }

  /** The same of the variables alone: what the parts of an expression have shown holds in those parts. */
  mergeVariables(
    branches: readonly Flow<Value>[],
    join: (left: Value, right: Value) => Value,
    settle: (value: Value, branch: Flow<Value>) => Value,
  ): void {
    const [first, ...others] = branches;
    if (!first) return;
    const names = new Set<string>();
    for (const branch of branches) branch.addNamesSince(this, names);
    for (const name of names)
      if (name.startsWith(WITHIN) && (name !== TOOL || others.length > 0)) names.delete(name);
    const values = [...names].map((name): [string, Value | undefined] => {
      const value = first.get(name);
      if (others.every((branch) => branch.get(name) === value)) return [name, value];
      const ends = branches.flatMap((branch) => {
        const end = branch.get(name);
        return end ? [settle(end, branch)] : [];
      });
      return [name, ends.length > 0 ? ends.reduce(join) : undefined];
    });
    for (const [name, value] of values) if (value) this.set(name, value);
  }
}

/** What all of several points have shown; of what only some have shown there is doubt. */
export function mergeFacts(all: readonly Facts[]): Facts {
  if (all.every(({ size }) => size === 0)) return NONE;
  const met = new Map<string, number>();
  for (const facts of all)
    for (const [key, bits] of facts) {
      if (met.has(key)) continue;
      let common = bits;
      for (const each of all) {
        common &= each.get(key) ?? 0;
        if (common === 0) break;
      }
      // What was looked at on some of the ways only is not proved, and not unchecked either.
      const doubt = common === bits || bits === SANITIZED_FOR_ALL ? 0 : SanitizedFor.DOUBT;
      if ((common | doubt) !== 0) met.set(key, common | doubt);
    }
  return met;
}
