import { memoByName } from '../memo.js';
import type { Lines, Parameter } from '../ir/program.js';
import { resultPath } from './canonical-path.js';
import { derive, taintsHere } from './derive.js';
import { mergeFacts } from './flow.js';
import type { Arguments, CallEvent, Frame, Machine } from './machine.js';
import type { KeyLink } from './key-origins.js';
import { guarded, NO_GUARDS } from './guards.js';
import { findMethod } from './members.js';
import { apart } from './merging.js';
import { iterate, sizeOf, taintsWithin } from './objects.js';
import type { OuterReads } from './outer-reads.js';
import { pendingOf } from './pending.js';
import type { RunRecord } from './run-record.js';
import { stateOf } from './state.js';
import { Doubt, joinTaints, SanitizedFor, sanitize, someOf, stepTaints, type Taint } from './taint.js';
import {
  constantOf,
  digest,
  join,
  joinAll,
  objectValue,
  UNKNOWN,
  type ClassInfo,
  type Closure,
  type Fact,
  type Guards,
  type HeapObject,
  type Value,
} from './value.js';
import { alternativesOf, renamedKey } from './value-keys.js';

/** The maximum depth of calls followed from an entry. */
export const MAX_CALL_DEPTH = 12;

/** The summary of a run of a function, reused for the next call in the same call context. */
export interface Outcome {
  /** The outer variables that it read, besides its arguments and receiver. */
  readonly reads: OuterReads;
  readonly record: RunRecord | undefined;
  readonly value: Value;
  readonly facts: ReadonlyMap<string, number>;
  /** The keys of the arguments of that run. */
  readonly keys: readonly (string | undefined)[];
  /** The origins of the keys of its value. */
  readonly links?: readonly KeyLink[];
}

/** All argument values of a call. */
export function givenValues({ positional, named, spread }: Arguments): readonly Value[] {
  // Most calls have neither named nor spread arguments.
  if (named.size === 0) return spread ? [...positional, spread] : positional;
  return [...positional, ...named.values(), ...(spread ? [spread] : [])];
}

/** The joined taints of the arguments and the receiver of a call. */
export function inflow(event: CallEvent): readonly Taint[] {
  const { receiver, frame } = event;
  return givenValues(event.arguments).reduce<readonly Taint[]>(
    (all, value) => joinTaints(all, taintsWithin(value, frame, 2)),
    receiver ? taintsHere(receiver, frame) : [],
  );
}

/** Runs the functions among the arguments of an unknown call: it may call them with values that it holds. */
export function runCallbacks(event: CallEvent, given: Value, machine: Machine): Value {
  let result = UNKNOWN;
  for (const value of givenValues(event.arguments))
    for (const target of value.targets)
      if (target.kind === 'closure') {
        const count = target.function.parameters.length;
        const positional = Array.from({ length: count }, () => given);
        // They may run at any time or never, so their checks do not hold for the code that follows.
        const { result: returned } = apart(event.frame, () =>
          machine.run(target, { positional, named: new Map() }, event.frame, event.node),
        );
        result = join(result, returned);
      }
  return result;
}

/** The value of a parameter, taken from the arguments of a call. */
function argumentFor(
  parameter: Parameter,
  index: number,
  given: Arguments,
  frame: Frame,
  machine: Machine,
): Value | undefined {
  const { pattern, rest } = parameter;
  const { positional, named, spread } = given;
  if (rest === 'list') {
    const items = positional.slice(index);
    const object: HeapObject = {
      id: machine.newId(),
      fields: new Map(),
      items,
      ...(spread && { rest: joinAll([...items, spread]) }),
    };
    return objectValue(object);
  }
  if (rest === 'map') {
    const object: HeapObject = {
      id: machine.newId(),
      fields: new Map(named),
      ...(spread && { rest: spread }),
    };
    return objectValue(object);
  }
  const value = (pattern.kind === 'bind' ? named.get(pattern.name) : undefined) ?? positional[index];
  return value ?? (spread ? iterate(spread, frame, machine) : undefined);
}

/** Binds the parameters of a function in the frame of its run. */
export function bindParameters(
  closure: Closure,
  given: Arguments,
  frame: Frame,
  lines: Lines,
  machine: Machine,
): void {
  const { parameters, name, receiver } = closure.function;
  // Go's `func (s *Store) read()`: the receiver.
  if (receiver)
    machine.bind(receiver.pattern, frame.self ?? machine.typed(UNKNOWN, receiver.type, frame), frame, true);
  const message = `passed to ${name === '' ? 'a function' : `\`${name}\``}`;
  const from = frame.caller?.module ?? frame.module;
  parameters.forEach((parameter, index) => {
    const value = argumentFor(parameter, index, given, frame, machine);
    const initial = parameter.default && !value ? machine.evaluate(parameter.default, frame) : undefined;
    const known = value ?? initial ?? UNKNOWN;
    const typed = parameter.rest ? known : machine.typed(known, parameter.type, frame);
    const taints = stepTaints(typed.taints, from, lines.line, message, closure);
    machine.bind(parameter.pattern, taints === typed.taints ? typed : { ...typed, taints }, frame, true);
  });
}

/** `f.bind(self, …values)`: the bound values come first. */
export const withBound = ({ bound = [] }: Closure, given: Arguments): Arguments =>
  bound.length === 0 ? given : { ...given, positional: [...bound, ...given.positional] };

/** Python passes a method's `self` as the first parameter. */
export function withSelf(closure: Closure, given: Arguments, self: Value | undefined): Arguments {
  const { parameters, static: isStatic, kind } = closure.function;
  const [first] = parameters;
  const named = first?.pattern.kind === 'bind' ? first.pattern.name : '';
  const takesSelf = kind !== 'function' && !isStatic && (named === 'self' || named === 'cls');
  return self && takesSelf ? { ...given, positional: [self, ...given.positional] } : given;
}

type Returns = Frame['returns'];

/** The truth value of a result; undefined when it is not known. */
function truthOf({ value, isSet }: Returns[number]): boolean | undefined {
  if (isSet) return true;
  const constant = value.changes ? undefined : constantOf(value);
  if (constant !== undefined) return Boolean(constant);
  // A text with words of its own is not empty: a message, where a check that succeeds returns nothing.
  return value.parts?.some((part) => !part.changes && isWord(constantOf(part))) === true ? true : undefined;
}

const isWord = (constant: unknown): boolean => typeof constant === 'string' && constant !== '';

/** The facts that the truth of a function's result implies, from the facts at each of its returns. */
function resultGuards(returns: Returns): Guards | undefined {
  if (returns.every(({ value, facts }) => !value.guards && facts.size === 0)) return undefined;
  const facts = (truth: boolean): Fact[] => {
    const possible = returns.filter((each) => (truthOf(each) ?? truth) === truth);
    const shown = possible.map(({ value, facts: known }) => {
      const all = new Map(known);
      for (const fact of (truth ? value.guards?.whenTrue : value.guards?.whenFalse) ?? [])
        if ('sanitizedFor' in fact) all.set(fact.key, (all.get(fact.key) ?? 0) | fact.sanitizedFor);
      return all;
    });
    return [...mergeFacts(shown)].map(([key, sanitizedFor]) => ({ key, sanitizedFor }));
  };
  const guards = { whenTrue: facts(true), whenFalse: facts(false) };
  return guards.whenTrue.length + guards.whenFalse.length > 0 ? guards : undefined;
}

const withGuards = (value: Value, guards: Guards | undefined): Value => {
  const { guards: _, found: __, ...plain } = value;
  return guards ? { ...plain, guards } : plain;
};

/** The values of multiple results of an unknown call: any but the last may carry the taint of the call. */
const unknownResults = (value: Value, count: number): readonly Value[] =>
  Array.from({ length: count }, (_, index) =>
    index < count - 1 ? value : guarded(UNKNOWN, value.guards ?? NO_GUARDS),
  );

/** The items of each returned list when some `return` has multiple results: Go's `return path, nil`. */
function severalResults(returns: Returns): readonly (readonly Value[])[] | undefined {
  const lists = returns.map(({ value }) =>
    value.objects.length === 1 ? value.objects[0]?.items : undefined,
  );
  const count = lists.find((items) => items)?.length ?? 0;
  if (count < 2 || lists.some((items) => items && items.length !== count)) return undefined;
  return lists.map((items, index) => items ?? unknownResults(returns[index]?.value ?? UNKNOWN, count));
}

/** Joins the multiple results of all returns; the last result says whether the others are valid. */
function jointResults(returns: Returns, lists: readonly (readonly Value[])[], id: number): Value {
  const count = lists[0]?.length ?? 0;
  const items = Array.from({ length: count }, (_, index) =>
    joinAll(lists.flatMap((list) => list[index] ?? [])),
  );
  const last = returns.map((each, index) => ({ ...each, value: lists[index]?.at(-1) ?? UNKNOWN }));
  const lastResult = withGuards(items.at(-1) ?? UNKNOWN, resultGuards(last));
  return objectValue({ id, fields: new Map(), items: [...items.slice(0, -1), lastResult], several: true });
}

/** Whether the key of a value is derived from another key. */
const isMadeOf = (key: string, from: string): boolean =>
  alternativesOf(key).every((each) => each.startsWith(from) && !/\w/u.test(each.charAt(from.length)));

const DESTINATIONS = SanitizedFor.PATH | SanitizedFor.LINKS | SanitizedFor.URL;

/** A text derived from a single argument in ways that cannot be followed: a check of its destination counts for the argument. */
function tiedToArgument(value: Value, given: Arguments, machine: Machine): Value {
  if (value.taints.length === 0 || value.objects.length > 0) return value;
  const [only, ...others] = givenValues(given).filter(({ taints }) => taints.length > 0);
  if (only?.key === undefined || others.length > 0) return value;
  if (value.key !== undefined && isMadeOf(value.key, only.key)) return value;
  const isAllOfIt = value.taints.every(({ source }) => only.taints.some((taint) => taint.source === source));
  return isAllOfIt
    ? { ...value, key: machine.newKey(only.key, DESTINATIONS, `%of${machine.newId()}`) }
    : value;
}

/** The promise that a function returns, joined from all of its returns. A function that never returns is marked as such. */
function withPending(value: Value, returns: Returns): Value {
  if (returns.length === 0) return { ...value, never: true };
  const pending = pendingOf(returns);
  return pending ? { ...value, pending } : value;
}

/** The summary of a run: its value, and the facts that hold after it. */
export function outcomeOf(frame: Frame, given: Arguments, machine: Machine): Omit<Outcome, 'reads'> {
  const { returns } = frame;
  const isSeveral = frame.scope.traits.severalResults && frame.function?.result?.kind === 'list';
  const lists = isSeveral ? severalResults(returns) : undefined;
  return {
    value: lists
      ? jointResults(returns, lists, machine.newId())
      : withPending(
          withGuards(
            tiedToArgument(joinAll(returns.map(({ value }) => value)), given, machine),
            resultGuards(returns),
          ),
          returns,
        ),
    record: frame.record,
    facts: mergeFacts(returns.map(({ facts }) => facts)),
    keys: givenValues(given).map(({ key }) => key),
  };
}

/** The number of values that the arguments of a call hold. */
export const heldBy = (given: Arguments): number =>
  givenValues(given).reduce((sum, value) => sum + sizeOf(value), 0);

/** The call context: a text that identifies a run of a function. */
export function runKey(closure: Closure, given: Arguments, self: Value | undefined, frame: Frame): string {
  const { function: definition, scope } = closure;
  const { run } = scope;
  const here = (value: Value): string =>
    run.shortened(digest({ ...value, taints: taintsHere(value, frame) }, run));
  const named = [...given.named].map(([name, value]) => `${name}=${here(value)}`);
  return [
    `${scope.id}:${run.numberOf(definition)}`,
    ...given.positional.map(here),
    ...named,
    given.spread ? `*${here(given.spread)}` : '',
    self ? `@${self.objects.map(({ id }) => id).join()}${stateOf(self, run)}` : '',
  ].join('#');
}

/** Renames the argument keys of one call to those of another, all at once because arguments may have swapped positions. */
function renamer(pairs: readonly (readonly [string, string])[]): (key: string) => string {
  const longestFirst = [...pairs].sort(([left], [right]) => right.length - left.length);
  return (key) => {
    const withPlaceholders = longestFirst.reduce(
      (name, [old], index) => renamedKey(name, old, `\0${index}\0`),
      key,
    );
    return longestFirst.reduce(
      (name, [, now], index) => name.replaceAll(`\0${index}\0`, now),
      withPlaceholders,
    );
  };
}

/** The summary of a run applied to the arguments of another call. */
export function translated(outcome: Outcome, given: Arguments): Outcome {
  const keys = givenValues(given).map(({ key }) => key);
  const pairs = outcome.keys.flatMap((old, index): [string, string][] => {
    const now = keys[index];
    return old !== undefined && now !== undefined && old !== now ? [[old, now]] : [];
  });
  if (pairs.length === 0) return outcome;
  const rename = renamer(pairs);
  // Facts about the origins of the old arguments do not apply to the new ones.
  const isOlder = (key: string): boolean =>
    pairs.some(([old]) => old !== key && old.startsWith(key) && !/\w/u.test(old.charAt(key.length)));
  const facts = (all: readonly Fact[]): Fact[] =>
    all.filter(({ key }) => !isOlder(key)).map((fact) => ({ ...fact, key: rename(fact.key) }));
  const guards = ({ whenTrue, whenFalse }: Guards): Guards => ({
    whenTrue: facts(whenTrue),
    whenFalse: facts(whenFalse),
  });
  const { value } = outcome;
  return {
    ...outcome,
    keys,
    facts: new Map(
      [...outcome.facts].filter(([key]) => !isOlder(key)).map(([key, bits]) => [rename(key), bits]),
    ),
    ...(outcome.links && {
      links: outcome.links.map(({ key, from, bits }) => ({ key: rename(key), from: rename(from), bits })),
    }),
    value: {
      ...value,
      ...(value.key !== undefined && { key: rename(value.key) }),
      ...(value.guards && { guards: guards(value.guards) }),
      ...(value.pending && {
        pending: {
          facts: facts(value.pending.facts),
          ...(value.pending.guards && { guards: guards(value.pending.guards) }),
        },
      }),
    },
  };
}

/** The constructor of a class. */
export function constructorOf(info: ClassInfo): Closure | undefined {
  return findMethod(info, 'constructor') ?? findMethod(info, '__init__');
}

/** Which taints of the arguments flow into the result: a client constructed with a secret does not return it. */
const handedOn = ({ source }: Taint): boolean => source.kind !== 'secret' && source.kind !== 'environment';

/** The result of a call that is not followed: it may as well sanitize its arguments. */
export function notFollowed({ positional }: Arguments, frame: Frame, machine: Machine): Value {
  const taints = positional.flatMap((value) => taintsWithin(value, frame, 1)).filter(handedOn);
  const doubted = sanitize(someOf([...new Set(taints)]), Doubt.NOT_FOLLOWED);
  return taints.length === 0 ? UNKNOWN : { ...UNKNOWN, taints: doubted, key: machine.newKey() };
}

/** Prefixes of method names that fetch something: their results do not contain their arguments. */
const FETCHING =
  /^(?:get|list|query|search|fetch|find|read|request|send|load|look|retrieve|download|select|count|describe|scan|crawl|scrape|browse|post|put|patch|delete|create|update|insert|execute|call|invoke|ask|chat|complete|generate|one|all|first|receive|poll|pull|show|view|export|scroll|aggregate|lookup)(?:$|[A-Z_\d])/u;
/** Words in the names of such methods that convert their arguments after all. */
const CONVERTING = /string|text|quote|escape|encode|decode|format|normali[sz]e|path/iu;
// Go's methods start with a capital letter.
const isFetching = memoByName(
  (name) => FETCHING.test(name.charAt(0).toLowerCase() + name.slice(1)) && !CONVERTING.test(name),
);

/**
 * Whether a method fetches something through an object of a library, such as the client of a service: it returns data
 * from there.
 */
const isOfClient = ({ receiver, method = '' }: CallEvent): boolean =>
  receiver?.taints.length === 0 &&
  receiver.targets.length > 0 &&
  receiver.targets.every((target) => target.kind === 'external' && target.path.includes('()')) &&
  isFetching(method);

/** What the answer of a service is not: the arguments, perhaps; an address in it is one that the service has chosen. */
const ANSWERED = Doubt.NOT_FOLLOWED | SanitizedFor.URL;

/** The result of an unknown call: everything that flows in may flow out, except secrets. */
export function unknownResult(event: CallEvent, machine: Machine): Value {
  const flown = inflow(event).filter(handedOn);
  const taints = isOfClient(event) ? sanitize(flown, ANSWERED) : flown;
  const given = taints.length === 0 ? UNKNOWN : { ...UNKNOWN, taints, key: machine.newKey() };
  runCallbacks(event, given, machine);
  const made = { ...UNKNOWN, taints, key: machine.newKey() };
  // Template tags bind their values: sql`… ${name}`.
  const bound = event.node.tagged ? SanitizedFor.SQL : 0;
  const result = derive(made, event.frame, machine, { sanitizedFor: SanitizedFor.SECRET | bound });
  const targets = event.names.map((path) => ({
    kind: 'external' as const,
    path: resultPath(path),
  }));
  return { ...result, targets };
}
