import type { Arguments, Frame } from '../frame.js';
import type { FactStore, ValueFactory } from '../machine.js';
import type { RunRecord } from '../run-record.js';
import { pendingOf } from '../flow/pending.js';
import { mergeFacts } from '../values/flow.js';
import { guarded, NO_GUARDS } from '../values/guards.js';
import type { KeyLink } from '../values/key-origins.js';
import { SanitizedFor } from '../values/taint.js';
import { constantOf, objectValue, UNKNOWN, type Fact, type Guards, type Value } from '../values/value.js';
import { alternativesOf, renamedKey } from '../values/value-keys.js';
import { argumentValues } from './calls.js';
import type { OuterReads } from './outer-reads.js';
import { resultGuards, usualResult, withGuards, type Returns } from './results.js';
import { verdictOf, withParts } from './verdicts.js';

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
  /** The assumptions under which it does not return: bits of Assumption. */
  readonly excluded: number;
}

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
    usualResult(
      returns.map((each, at) => ({
        ...each,
        value: lists[at]?.[index] ?? UNKNOWN,
        // Only the last result says whether there was an error.
        isSet: each.isSet === true && index === count - 1,
      })),
    ),
  );
  // The last result says whether the others are valid; another one may be the answer of a check: `return false, "too long"`.
  const answering = items.map((item, at) => {
    const each = returns.map((one, index) => ({ ...one, value: lists[index]?.[at] ?? UNKNOWN }));
    if (at === count - 1) return withGuards(item, resultGuards(each));
    return each.some(({ value }) => typeof constantOf(value) === 'boolean')
      ? withGuards(item, resultGuards(each.map(({ isSet: _, ...one }) => one)))
      : item;
  });
  return objectValue({ id, fields: new Map(), items: answering, several: true });
}

/** Whether the key of a value is derived from another key. */
const isMadeOf = (key: string, from: string): boolean =>
  alternativesOf(key).every((each) => each.startsWith(from) && !/\w/u.test(each.charAt(from.length)));

const DESTINATIONS = SanitizedFor.PATH | SanitizedFor.LINKS | SanitizedFor.URL;

/** A text derived from a single argument in ways that cannot be followed: a check of its destination counts for the argument. */
function tiedToArgument(value: Value, args: Arguments, machine: ValueFactory): Value {
  if (value.taints.length === 0 || value.objects.length > 0) return value;
  const [only, ...others] = argumentValues(args).filter(({ taints }) => taints.length > 0);
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
export function outcomeOf(
  frame: Frame,
  args: Arguments,
  machine: FactStore & ValueFactory,
): Omit<Outcome, 'reads'> {
  const { returns } = frame;
  const isSeveral = frame.scope.traits.severalResults && frame.function?.result?.kind === 'list';
  const lists = isSeveral ? severalResults(returns) : undefined;
  const verdict = lists ? undefined : verdictOf(frame, machine);
  const usual = usualResult(returns);
  return {
    value: lists
      ? jointResults(returns, lists, machine.newId())
      : withPending(
          withGuards(
            tiedToArgument(verdict ? { ...usual, objects: [verdict] } : usual, args, machine),
            resultGuards(returns),
          ),
          returns,
        ),
    excluded: returns.reduce((common, { excluded = 0 }) => common & excluded, returns.length > 0 ? -1 : 0),
    record: frame.record,
    facts: mergeFacts(returns.map(({ facts }) => facts)),
    keys: argumentValues(args).map(({ key }) => key),
  };
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
export function translated(outcome: Outcome, args: Arguments): Outcome {
  const keys = argumentValues(args).map(({ key }) => key);
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
  const part = (each: Value): Value => ({
    ...each,
    ...(each.key !== undefined && { key: rename(each.key) }),
    ...(each.guards && { guards: guards(each.guards) }),
  });
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
      ...part(value),
      objects: value.objects.map((object) => withParts(object, part)),
      ...(value.pending && {
        pending: {
          facts: facts(value.pending.facts),
          ...(value.pending.guards && { guards: guards(value.pending.guards) }),
        },
      }),
    },
  };
}
