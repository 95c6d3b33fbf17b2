import type { ClassDefinition, Expression, FunctionDefinition, Lines } from '../../ir/program.js';
import type { Flow } from './flow.js';
import { reasonOf, type Reason } from './reasons.js';
import { eitherKey } from './value-keys.js';
import { joinTaints, unsanitized, type Taint } from './taint.js';
import type { RunState } from './run-state.js';
import type { Traits } from './traits.js';

export type Scalar = string | number | boolean | null;

/** The variables of one run of a function, or of a module, nested in the enclosing scopes. */
export interface Scope {
  readonly id: number;
  readonly parent?: Scope;
  /** The flow at the current point of its run; after the end of the run, its last one. */
  flow: Flow<Value>;
  /** The path of the module. */
  readonly module: string;
  /** The traits of its language. */
  readonly traits: Traits;
  /** The state of the analysis, shared by all of its scopes. */
  readonly run: RunState;
  /** Names that other modules bind, resolved at each read: modules may import each other. */
  readonly imports?: Map<string, { readonly module: string; readonly name: string }>;
  /** Names that imports within a function bind, and under which nothing was found. */
  missing?: Set<string>;
  /** Libraries whose names all belong to the module: `from os import *`. */
  stars?: string[];
  /** Its variables that functions within it assign again: their first values are defaults. */
  readonly changes?: ReadonlySet<string>;
  /** The objects that its run has allocated, by allocation site. */
  made?: Map<object, HeapObject>;
}

/** A function of the package with its captured scope. */
export interface Closure {
  readonly kind: 'closure';
  readonly function: FunctionDefinition;
  readonly scope: Scope;
  /** The object that a method was taken from. */
  readonly self?: Value;
  /** Arguments that come before those of the call: `f.bind(self, …values)`. */
  readonly bound?: readonly Value[];
  /** The class that it is a method of. */
  readonly owner?: ClassInfo;
  /** Another method of the same name, in a file for another system: Go's `exec_linux.go` and `exec_windows.go`. */
  readonly variant?: Closure;
  /** The function whose name and parameters it takes over: Python's `functools.wraps`. */
  readonly wraps?: Closure;
}

/** A class of the package. */
export interface ClassInfo {
  readonly kind: 'class';
  readonly definition: ClassDefinition;
  readonly scope: Scope;
  readonly bases: readonly Value[];
  /** Methods by name; Go's are added when their declarations are executed. */
  readonly methods: Map<string, Closure>;
  /** The static members: `Class.x`. */
  readonly statics: HeapObject;
}

/**
 * A target outside the package, by its path: `child_process.exec`; `pg.Client()` is the result of a call of
 * `pg.Client`, and `pg.Client().query` its method.
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

/** A Python type with its parts, and the scope in which its names are resolved. */
export interface Annotation {
  readonly expression: Expression;
  readonly scope: Scope;
}

/** An abstract object: a literal, list or instance. One for each allocation site. */
export interface HeapObject {
  readonly id: number;
  readonly fields: Map<string, Value>;
  /** The items of a list while they are known individually. */
  items?: Value[] | undefined;
  /** The number of items with a known index; undefined means all, unless a spread among them has an unknown length. */
  indexedCount?: number;
  /** For a list that starts with a spread of unknown length: what its first item may be. */
  firstItem?: Value;
  /** What any other key or index may hold. */
  rest?: Value | undefined;
  /** A client-controlled value was inserted into it or under one of its keys: membership no longer sanitizes a value. */
  filled?: boolean;
  readonly class?: ClassInfo;
  /** The external class or type that created it. */
  readonly path?: string;
  /** Not a list: the multiple results of a call in Go. */
  readonly several?: boolean;
  /** It is what a function returns at any of its returns; its parts have guards of their own. */
  readonly joint?: boolean;
  /** Its meaning as a type: the alias of an `Annotated[str, …]`. */
  readonly annotation?: Annotation;
  /** For a list: the facts implied by there being an item in it. */
  readonly itemFacts?: readonly Fact[];
  /** The lines of the fields of a literal. */
  readonly lines?: Map<string, number>;
  /** Where the literal of a list is. */
  readonly site?: { readonly file: string; readonly lines: Lines };
}

/** A text that is written in the code. */
export interface Literal {
  readonly text: string;
  readonly file: string;
  readonly line: number;
}

/** An abstract value: everything that a value may be. Immutable. */
export interface Value {
  readonly taints: readonly Taint[];
  /** All constants that it may be, if they are known. */
  readonly constants?: readonly Scalar[];
  /** Longer texts that it may be besides what is not known: `process.env.ABOUT ?? "Adds two numbers."`. */
  readonly texts?: readonly string[];
  /** Short texts of the code that it may be, also besides what is not known: `process.env.KEY ?? "development"`. */
  readonly literals?: readonly Literal[];
  /** The constants are defaults: the program or its operator may replace them while it runs. */
  readonly changes?: boolean;
  /** What it is under assumptions, such as that nothing is configured. */
  readonly assumed?: Assumed;
  /** The parts that it was concatenated from, in order. */
  readonly parts?: readonly Value[];
  readonly targets: readonly Target[];
  readonly objects: readonly HeapObject[];
  /** The identity of a value, shared by all of its copies; facts are recorded under it. */
  readonly key?: string;
  /** It may be a single character of a text: an item of an iteration over a text, or over what may be one. */
  readonly character?: boolean;
  /** The facts implied by its truth: the result of a comparison, or of a function that checks something. */
  readonly guards?: Guards;
  /** For a promise: the facts that hold once it has been awaited. */
  readonly pending?: { readonly facts: readonly Fact[]; readonly guards?: Guards };
  /** The result of a function that never returns. */
  readonly never?: boolean;
  /** For an index in a list or text: the facts implied by its not being -1. */
  readonly found?: Guards;
  /** A regular expression. */
  readonly regex?: { readonly pattern: string; readonly flags: string };
}

/** What a value is under assumptions. */
export interface Assumed extends Reason {
  readonly value: Value;
}

/** A fact established by a condition: that a value is sanitized for some uses, or which tool is being called. */
export type Fact =
  | { readonly key: string; readonly sanitizedFor: number }
  | { readonly key: string; readonly constants: readonly Scalar[] };

export interface Guards {
  readonly whenTrue: readonly Fact[];
  readonly whenFalse: readonly Fact[];
}

/** An untainted value about which nothing is known. */
export const UNKNOWN: Value = Object.freeze({ taints: [], targets: [], objects: [] });

const MAX_CONSTANTS = 16;
const MAX_LITERALS = 4;
const MAX_OBJECTS = 256;
const MAX_TARGETS = 64;

export const constantValue = (value: Scalar): Value => ({ ...UNKNOWN, constants: [value] });
export const taintedValue = (taints: readonly Taint[]): Value =>
  taints.length === 0 ? UNKNOWN : { ...UNKNOWN, taints };
export const objectValue = (object: HeapObject): Value => ({ ...UNKNOWN, objects: [object] });
export const targetValue = (target: Target): Value => ({ ...UNKNOWN, targets: [target] });
export const externalValue = (path: string): Value => targetValue({ kind: 'external', path });

/** Up to this many comparisons are faster than a set of the items. */
const MAX_COMPARED = 1024;

function missingIn<Item>(left: readonly Item[], right: readonly Item[]): readonly Item[] {
  if (left.length * right.length <= MAX_COMPARED) return right.filter((item) => !left.includes(item));
  const seen = new Set(left);
  return right.filter((item) => !seen.has(item));
}

function union<Item>(left: readonly Item[], right: readonly Item[], limit: number): readonly Item[] {
  if (left.length === 0 || left === right) return right;
  const [only] = right;
  // Long lists are joined one by one: those that are full take no more.
  if (only === undefined || left.length >= limit) return left;
  if (right.length === 1) return left.includes(only) ? left : [...left, only];
  const added = missingIn(left, right);
  return added.length === 0 ? left : [...left, ...added].slice(0, limit);
}

function unionTargets(left: readonly Target[], right: readonly Target[]): readonly Target[] {
  if (left.length === 0 || left === right) return right;
  if (right.length === 0) return left;
  let joined: Target[] | undefined;
  for (const item of right) {
    const index = left.findIndex((known) => sameTarget(known, item));
    const known = left[index];
    if (!known) (joined ??= [...left]).push(item);
    else if (known !== item && 'function' in known && 'function' in item && known.self !== item.self)
      (joined ??= [...left])[index] = ofEither(known, item);
  }
  return joined?.slice(0, MAX_TARGETS) ?? left;
}

/** Of more objects that a method may belong to, the first ones represent all. */
const MAX_SELVES = 3;

/** A method of either of two objects. */
function ofEither(left: Closure, right: Closure): Closure {
  if (!left.self || !right.self) return left;
  const { objects } = left.self;
  const others = right.self.objects.filter((object) => !objects.includes(object));
  return others.length === 0 || objects.length + others.length > MAX_SELVES
    ? left
    : { ...left, self: join(left.self, right.self) };
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

const MAX_JOINED_TEXTS = 8;
/** Shorter texts describe nothing. */
const MIN_TEXT = 20;

/** The texts among the constants of a value that is joined with one that is not known. */
const textsIn = ({ constants = [], texts = [] }: Value): readonly string[] => [
  ...constants.filter((each) => typeof each === 'string' && each.length >= MIN_TEXT).map(String),
  ...texts,
];

function joinTexts(left: Value, right: Value): readonly string[] | undefined {
  if (!left.constants && !right.constants && !left.texts && !right.texts) return undefined;
  const joined = union(textsIn(left), textsIn(right), MAX_JOINED_TEXTS);
  return joined.length === 0 ? undefined : joined.slice(0, MAX_JOINED_TEXTS);
}

/** Facts about either value are recorded under a key made of both. */
function joinedKey(left: Value, right: Value): string | undefined {
  if (left.key === right.key) return left.key;
  if (left.key !== undefined && right.key !== undefined) return eitherKey(left.key, right.key);
  return isNothing(left) || isNothing(right) ? (left.key ?? right.key) : undefined;
}

/** What either of two values is under assumptions, if it then is one constant. */
function assumedOfEither(left: Value, right: Value): Assumed | undefined {
  if (left.assumed === right.assumed) return left.assumed;
  const one = constantOf(left.assumed?.value ?? left);
  const other = constantOf(right.assumed?.value ?? right);
  return one !== undefined && one === other
    ? { ...reasonOf(left.assumed, right.assumed), value: constantValue(one) }
    : undefined;
}

/** The join of two values. */
export function join(left: Value, right: Value): Value {
  if (left === right) return left;
  const constants = joinConstants(left, right);
  const texts = constants ? undefined : joinTexts(left, right);
  const parts = left.parts || right.parts ? partsOfEither(left, right) : undefined;
  const key = joinedKey(left, right);
  // Assigned one by one: this runs more often than anything else, and conditional spreads cost several times as much.
  const joined: { -readonly [Name in keyof Value]: Value[Name] } = {
    taints: joinTaints(left.taints, right.taints),
    targets: unionTargets(left.targets, right.targets),
    objects: union(left.objects, right.objects, MAX_OBJECTS),
  };
  if (constants) {
    joined.constants = constants;
    if (left.changes ?? right.changes) joined.changes = true;
  } else if (parts) joined.parts = parts;
  if (texts) joined.texts = texts;
  if (left.literals ?? right.literals)
    joined.literals = union(left.literals ?? [], right.literals ?? [], MAX_LITERALS);
  if (key !== undefined) joined.key = key;
  if (left.character ?? right.character) joined.character = true;
  if (left.assumed || right.assumed) {
    const assumed = assumedOfEither(left, right);
    if (assumed) joined.assumed = assumed;
  }
  return joined;
}

/** How many uses the sources of a value are not sanitized for. */
const openness = ({ taints }: Value): number =>
  taints.reduce((sum, { sanitizedFor }) => sum + 1 + unsanitized(sanitizedFor), 0);

/** The parts of one of two values: of the one with the most untrusted content, which matters most. */
function partsOfEither(left: Value, right: Value): Value['parts'] {
  const isRight = openness(right) > openness(left);
  const [worse, other] = isRight ? [right, left] : [left, right];
  if (isWithSeparator(left, right)) return left.parts;
  if (isWithSeparator(right, left)) return right.parts;
  // The parts of the other would hide what the value without parts may be.
  return worse.parts ?? (worse.taints.length === 0 ? other.parts : undefined);
}

const SEPARATOR = /(?:\.sep|\.Separator|PathSeparator)(?:\(\))?$/u;

/** Whether a value is a named path separator: `path.sep`, `os.PathSeparator`. */
export const isNamedSeparator = ({ targets }: Value): boolean =>
  targets.some((target) => target.kind === 'external' && SEPARATOR.test(target.path));

/** Whether a value is a path separator. */
export const isSeparator = (value: Value): boolean =>
  (value.constants?.length === 1 && /^[/\\]$/u.test(String(value.constants[0]))) || isNamedSeparator(value);

/** Whether a text is another one with a separator at its end, as in `folder.endsWith(sep) ? folder : folder + sep`. */
function isWithSeparator({ parts }: Value, folder: Value): boolean {
  const end = parts?.at(-1);
  const before = folder.parts ?? (folder.key === undefined ? [] : [folder]);
  if (end === undefined || !isSeparator(end) || before.length === 0) return false;
  return (
    parts?.length === before.length + 1 &&
    before.every((each, index) => each === parts[index] || (each.key ?? '') === parts[index]?.key)
  );
}

/** Whether a value is only a constant or nothing at all: a join with it keeps the other value's identity. */
const isNothing = (value: Value): boolean =>
  value.taints.length === 0 && value.objects.length === 0 && value.targets.length === 0;

export const joinAll = (values: readonly Value[]): Value => {
  const [first, ...others] = values;
  return first ? others.reduce(join, first) : UNKNOWN;
};

/** The single constant that a value is. */
export function constantOf(value: Value | undefined): Scalar | undefined {
  return value?.constants?.length === 1 ? value.constants[0] : undefined;
}

/** Whether a constant is among the possible values. */
export const maybe = (value: Value | undefined, constant: string | number | boolean | null): boolean =>
  value?.constants?.includes(constant) ?? false;

/** Whether a value is certainly this constant. */
export const surely = (value: Value | undefined, constant: string | number | boolean | null): boolean =>
  constantOf(value) === constant;

/** The single string that a value is. */
export function textOf(value: Value | undefined): string | undefined {
  const constant = constantOf(value);
  return typeof constant === 'string' ? constant : undefined;
}

const NO_PATHS: readonly string[] = [];

/** The external paths of a value. */
export function pathsOf({ targets, objects }: Value): readonly string[] {
  if (targets.length + objects.length === 0) return NO_PATHS;
  const only = targets[0];
  if (only && targets.length === 1 && objects.length === 0)
    return only.kind === 'external' ? [only.path] : NO_PATHS;
  const paths: string[] = [];
  for (const target of targets) if (target.kind === 'external') paths.push(target.path);
  for (const { path } of objects) if (path !== undefined) paths.push(path);
  return paths;
}
