import type { ClassDefinition, Expression, FunctionDefinition } from '../ir/program.js';
import type { Flow } from './flow.js';
import { eitherKey } from './value-keys.js';
import { digestTaints, joinTaints, type Taint } from './taint.js';
import { MAX_KEY_TEXT, type RunState } from './run-state.js';
import type { Traits } from './traits.js';

export type Scalar = string | number | boolean | null;

/** The variables of one run of a function, or of a module, within those around it. */
export interface Scope {
  readonly id: number;
  readonly parent?: Scope;
  /** Where its run stands; after its end, where it ended. */
  flow: Flow<Value>;
  /** The module, by its path. */
  readonly module: string;
  /** How programs of its language behave. */
  readonly traits: Traits;
  /** What the analysis remembers, the same for all of its scopes. */
  readonly run: RunState;
  /** Names that other modules bind, looked up when they are read: modules may import each other. */
  readonly imports?: Map<string, { readonly module: string; readonly name: string }>;
  /** The objects that its run has made, by the nodes that made them. */
  made?: Map<object, HeapObject>;
}

/** A function of the package together with the variables that it sees. */
export interface Closure {
  readonly kind: 'closure';
  readonly function: FunctionDefinition;
  readonly scope: Scope;
  /** The object that a method was taken from. */
  readonly self?: Value;
  /** Values that come before those that it is called with: `f.bind(self, …values)`. */
  readonly bound?: readonly Value[];
  /** The class that it is a method of. */
  readonly owner?: ClassInfo;
  /** The function whose name and parameters it passes for: Python's `functools.wraps`. */
  readonly wraps?: Closure;
}

/** A class of the package. */
export interface ClassInfo {
  readonly kind: 'class';
  readonly definition: ClassDefinition;
  readonly scope: Scope;
  readonly bases: readonly Value[];
  /** Methods by name; Go's are added as their declarations are met. */
  readonly methods: Map<string, Closure>;
  /** What `Class.x` is. */
  readonly statics: HeapObject;
}

/**
 * Something that is not in the package, by its path: `child_process.exec`; `pg.Client()` is what a call of `pg.Client` gave,
 * and `pg.Client().query` its method.
 */
export interface External {
  readonly kind: 'external';
  readonly path: string;
  /** The object of the program that a method was taken from: `dialer.DialContext` as a value. */
  readonly self?: HeapObject;
}

/** A module of the package as a value: `import * as m`. */
export interface ModuleTarget {
  readonly kind: 'module';
  readonly path: string;
}

export type Target = Closure | ClassInfo | External | ModuleTarget;

/** A type of Python with its parts, and where the names in it are known. */
export interface Annotation {
  readonly expression: Expression;
  readonly scope: Scope;
}

/** An object that the program makes: literal, list or instance. One for each location that makes it. */
export interface HeapObject {
  readonly id: number;
  readonly fields: Map<string, Value>;
  /** The items of a list while they are known one by one. */
  items?: Value[] | undefined;
  /** How many items have a known index; all of them, unless a spread among them has an unknown length. */
  indexedCount?: number;
  /** Of a list that begins with a spread of an unknown number of items: what may be its first one. */
  firstItem?: Value;
  /** What any other key or place may hold. */
  rest?: Value | undefined;
  /** Something was put into it, or under a key of it, that a client has chosen: that it holds a key shows nothing. */
  filled?: boolean;
  readonly class?: ClassInfo;
  /** What made it, when that was an external class or type. */
  readonly path?: string;
  /** Not a list: the several results of a call in Go. */
  readonly several?: boolean;
  /** What it says as a type: `Annotated[str, …]` under a name of its own. */
  readonly annotation?: Annotation;
  /** Of a list: what it shows that there is an item in it. */
  readonly shown?: readonly Fact[];
  /** The lines on which a literal says its fields. */
  readonly lines?: Map<string, number>;
}

/** What is known of a value: all that it may be. Immutable. */
export interface Value {
  readonly taints: readonly Taint[];
  /** All values that it may have, when they are known. */
  readonly constants?: readonly Scalar[];
  /** What it was put together from, in order, when it was. */
  readonly parts?: readonly Value[];
  readonly targets: readonly Target[];
  readonly objects: readonly HeapObject[];
  /** The same for all copies of one value; what a check has shown is kept under it. */
  readonly key?: string;
  /** It may be one character of a text: it was met where that was walked, or what may be one. */
  readonly character?: boolean;
  /** What the truth of it shows: a comparison's result, or that of a function that checks. */
  readonly guards?: Guards;
  /** What is shown when it has been waited for: it is a promise. */
  readonly pending?: { readonly facts: readonly Fact[]; readonly guards?: Guards };
  /** What a function gives that never returns. */
  readonly never?: boolean;
  /** Of a place in a list or text: what it shows that it is one, and not -1. */
  readonly found?: Guards;
  /** A pattern of a regular expression. */
  readonly regex?: { readonly pattern: string; readonly flags: string };
}

/** Something that a condition has shown: that a value is harmless in some ways, or which tool is being called. */
export type Fact =
  | { readonly key: string; readonly sanitizedFor: number }
  | { readonly key: string; readonly constants: readonly Scalar[] };

export interface Guards {
  readonly whenTrue: readonly Fact[];
  readonly whenFalse: readonly Fact[];
}

/** A value of which nothing is known, and of the program's own. */
export const UNKNOWN: Value = Object.freeze({ taints: [], targets: [], objects: [] });

const MAX_CONSTANTS = 16;
const MAX_OBJECTS = 256;
const MAX_TARGETS = 64;

export const constantValue = (value: Scalar): Value => ({ ...UNKNOWN, constants: [value] });
export const taintedValue = (taints: readonly Taint[]): Value =>
  taints.length === 0 ? UNKNOWN : { ...UNKNOWN, taints };
export const objectValue = (object: HeapObject): Value => ({ ...UNKNOWN, objects: [object] });
export const targetValue = (target: Target): Value => ({ ...UNKNOWN, targets: [target] });
export const externalValue = (path: string): Value => targetValue({ kind: 'external', path });

function union<Item>(left: readonly Item[], right: readonly Item[], limit: number): readonly Item[] {
  if (left.length === 0 || left === right) return right;
  const [only] = right;
  // Lists of many things are joined one by one: those that are full already take no more.
  if (only === undefined || left.length >= limit) return left;
  if (right.length === 1) return left.includes(only) ? left : [...left, only];
  const seen = new Set(left);
  const added = right.filter((item) => !seen.has(item));
  return added.length === 0 ? left : [...left, ...added].slice(0, limit);
}

function unionTargets(left: readonly Target[], right: readonly Target[]): readonly Target[] {
  if (left.length === 0 || left === right) return right;
  if (right.length === 0) return left;
  const added = right.filter((item) => !left.some((known) => sameTarget(known, item)));
  return added.length === 0 ? left : [...left, ...added].slice(0, MAX_TARGETS);
}

function sameTarget(left: Target, right: Target): boolean {
  if (left === right) return true;
  if (left.kind === 'closure' && right.kind === 'closure')
    return left.function === right.function && left.scope === right.scope && left.bound === right.bound;
  return (
    (left.kind === 'external' || left.kind === 'module') &&
    left.kind === right.kind &&
    left.path === right.path
  );
}

function joinConstants(left: Value, right: Value): readonly Scalar[] | undefined {
  if (!left.constants || !right.constants) return undefined;
  const joined = union(left.constants, right.constants, MAX_CONSTANTS + 1);
  return joined.length > MAX_CONSTANTS ? undefined : joined;
}

/** What checks show of either value is kept under a key made of both. */
function joinedKey(left: Value, right: Value): string | undefined {
  if (left.key === right.key) return left.key;
  if (left.key !== undefined && right.key !== undefined) return eitherKey(left.key, right.key);
  return isNothing(left) || isNothing(right) ? (left.key ?? right.key) : undefined;
}

/** What is either of two values. */
export function join(left: Value, right: Value): Value {
  if (left === right) return left;
  const constants = joinConstants(left, right);
  // Of what a text is made matters most where most of it came from outside.
  const isRight = right.taints.length > left.taints.length;
  const parts = isRight ? (right.parts ?? left.parts) : (left.parts ?? right.parts);
  const key = joinedKey(left, right);
  return {
    taints: joinTaints(left.taints, right.taints),
    targets: unionTargets(left.targets, right.targets),
    objects: union(left.objects, right.objects, MAX_OBJECTS),
    ...(constants && { constants }),
    ...(parts && !constants && { parts }),
    ...(key !== undefined && { key }),
    ...((left.character ?? right.character) && { character: true }),
  };
}

/** Whether a value is only a constant or nothing at all: joining it with another leaves that one's identity. */
const isNothing = (value: Value): boolean =>
  value.taints.length === 0 && value.objects.length === 0 && value.targets.length === 0;

export const joinAll = (values: readonly Value[]): Value => {
  const [first, ...others] = values;
  return first ? others.reduce(join, first) : UNKNOWN;
};

/** The one constant that a value is. */
export function constantOf(value: Value | undefined): Scalar | undefined {
  return value?.constants?.length === 1 ? value.constants[0] : undefined;
}

/** The one text that a value is. */
export function textOf(value: Value | undefined): string | undefined {
  const constant = constantOf(value);
  return typeof constant === 'string' ? constant : undefined;
}

const NO_PATHS: readonly string[] = [];

/** The paths of what a value may be outside the package. */
export function pathsOf({ targets, objects }: Value): readonly string[] {
  if (targets.length + objects.length === 0) return NO_PATHS;
  const paths: string[] = [];
  for (const target of targets) if (target.kind === 'external') paths.push(target.path);
  for (const { path } of objects) if (path !== undefined) paths.push(path);
  return paths;
}

/** Of functions that are bound to functions that are bound, those deeper than this are only known by themselves. */
const MAX_BOUND = 3;

function digestTarget(target: Target, run: RunState, depth: number): string {
  if (target.kind === 'closure') {
    const inner = (value: Value): string => digest(value, run, depth + 1);
    const described =
      depth < MAX_BOUND ? target.bound?.map(inner).join() : target.bound && run.numberOf(target.bound);
    const bound = described === undefined ? '' : `(${described})`;
    return `f${target.scope.id}:${run.numberOf(target.function)}${bound}`;
  }
  if (target.kind === 'class') return `c${target.scope.id}:${run.numberOf(target.definition)}`;
  return target.path;
}

const digestConstant = (constant: Scalar, run: RunState): string =>
  typeof constant === 'string' && constant.length > MAX_KEY_TEXT
    ? run.shortened(constant)
    : JSON.stringify(constant);

export const digestConstants = (constants: readonly Scalar[], run: RunState): string =>
  `k${constants.map((constant) => digestConstant(constant, run)).join()}`;

/** A text that is the same for arguments for which a function behaves the same. */
export function digest(value: Value, run: RunState, depth = 0): string {
  let text = value.taints.length > 0 ? `t${digestTaints(value.taints)}` : '';
  if (value.constants) text += digestConstants(value.constants, run);
  if (value.character) text += 's';
  if (value.pending) text += `~${JSON.stringify(value.pending)}`;
  for (const target of value.targets) text += `|${digestTarget(target, run, depth)}`;
  for (const object of value.objects) text += `|${digestObject(object)}`;
  return text;
}

/** An object is known by its number; what it holds may change between calls, above all whether that is harmful. */
function digestObject({ id, fields, items, rest }: HeapObject): string {
  let text = `o${id}:${fields.size}:${items?.length ?? ''}`;
  for (const [name, { taints }] of fields) if (taints.length > 0) text += `;${name}=${digestTaints(taints)}`;
  for (const { taints } of items ?? []) if (taints.length > 0) text += `;${digestTaints(taints)}`;
  if (rest) text += `*${digestTaints(rest.taints)}`;
  return text;
}
