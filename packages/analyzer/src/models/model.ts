import { resultPath } from '../engine/canonical-path.js';
import { derive, taintsHere, type Derivation } from '../engine/derive.js';
import { inflow, givenValues, runCallbacks } from '../engine/calls.js';
import { guarded, shows } from '../engine/guards.js';
import type { CallEvent, Machine } from '../engine/machine.js';
import { iterate } from '../engine/objects.js';
import {
  BY_CHARACTERS,
  joinTaints,
  SanitizedFor,
  SANITIZED_FOR_ALL,
  sanitize,
  NUMBER,
  stepTaints,
  type SourceKind,
} from '../engine/taint.js';
import { joinAll, UNKNOWN, type Guards, type Value } from '../engine/value.js';

/** What a call outside the package gives. Undefined: this model knows nothing of this call. */
export type Model = (event: CallEvent, machine: Machine) => Value | undefined;

/** Models by the path of what is called, and, where that is not known, by the name of the method. */
export interface ModelTable {
  readonly paths: Readonly<Record<string, Model>>;
  readonly methods: Readonly<Record<string, Model>>;
  /** By the path of what is called: the call as the rules see it. */
  readonly emitted?: Readonly<Record<string, EventModel>>;
  /** Classes whose instances are made of what they are given, also as those of a class of the program. */
  readonly madeOfGiven?: readonly string[];
}

/** A call with what the thing that it is called on does to its values by itself: a client that refuses some addresses. */
export type EventModel = (event: CallEvent, machine: Machine) => CallEvent;

/** Which value of a call: what it is called on, or an argument by its place. */
export type ArgumentIndex = 'receiver' | number;

/** A value of a call: a name says surely which one is meant, a place only how it was written. A missing argument is unknown. */
export function given(event: CallEvent, index: ArgumentIndex, name?: string): Value {
  if (index === 'receiver') return event.receiver ?? UNKNOWN;
  const { positional, named, spread } = event.arguments;
  return (name === undefined ? undefined : named.get(name)) ?? positional[index] ?? spread ?? UNKNOWN;
}

/** A field of an object; of several that a value may be, of the first. */
export const fieldOf = (value: Value | undefined, name: string): Value | undefined =>
  value?.objects[0]?.fields.get(name);

/** A field of the first of all objects that a value may be which has one of that name. */
export const fieldAmong = (value: Value | undefined, name: string): Value | undefined =>
  value?.objects.find(({ fields }) => fields.has(name))?.fields.get(name);

/** The paths of the call's results, so that their methods can be named. */
export const resultTargets = (event: CallEvent): Value['targets'] =>
  event.names.map((path) => ({ kind: 'external' as const, path: resultPath(path) }));

/** The result is made of one value of the call. */
export const made =
  (index: ArgumentIndex, how: Derivation = {}): Model =>
  (event, machine) => ({
    ...derive(given(event, index), event.frame, machine, how, event.node),
    targets: resultTargets(event),
  });

/** The text that stands behind an encoded one, whose characters may be any: `%2e%2e%2f` holds no dots before. */
export const decoded =
  (index: ArgumentIndex): Model =>
  (event, machine) => {
    const value = given(event, index);
    const taints = taintsHere(value, event.frame).map((taint) =>
      (taint.sanitizedFor & SANITIZED_FOR_ALL) === SANITIZED_FOR_ALL
        ? taint
        : { ...taint, sanitizedFor: taint.sanitizedFor & ~BY_CHARACTERS },
    );
    return {
      ...derive({ ...value, taints }, event.frame, machine, {}),
      taints,
      targets: resultTargets(event),
    };
  };

/** The result is the same text in another form: what is checked of it is checked of the first. */
export const same = (index: ArgumentIndex = 'receiver'): Model => {
  const derived = made(index, { checks: SANITIZED_FOR_ALL, suffix: '%same' });
  return (event, machine) => {
    const value = given(event, index);
    const result = derived(event, machine) ?? UNKNOWN;
    if (value.constants) return { ...result, constants: value.constants };
    return value.parts ? { ...result, parts: value.parts } : result;
  };
};

/** The very same value. */
export const itself =
  (index: ArgumentIndex = 'receiver'): Model =>
  (event) =>
    given(event, index);

/** The result cannot do some things any more. */
export const sanitizedFor = (index: ArgumentIndex, bits: number): Model =>
  made(index, { sanitizedFor: bits, checks: SANITIZED_FOR_ALL });

/** The result is a number, or another thing that can do no harm but by its size. */
export const number = (index: ArgumentIndex = 'receiver'): Model =>
  made(index, { sanitizedFor: NUMBER, checks: SanitizedFor.SIZE });

/** The smallest or greatest of several: a number if one of the program's own is among them, and then bounded by it. */
export const bounded =
  (smallest: boolean): Model =>
  (event, machine) => {
    const { positional } = event.arguments;
    const [only] = positional;
    if (only && positional.length === 1) return iterate(only, event.frame, machine);
    const value = gathered(event, positional, machine);
    const isBounded = positional.some((each) =>
      taintsHere(each, event.frame).every(({ sanitizedFor: bits }) => (bits & SanitizedFor.SIZE) !== 0),
    );
    const bits = isBounded ? (smallest ? SANITIZED_FOR_ALL : NUMBER) : 0;
    return { ...value, taints: sanitize(value.taints, bits) };
  };

/** The result has nothing to do with what goes in. */
export const nothing: Model = () => UNKNOWN;

/** The program ends here. */
export const ends: Model = (event) => {
  event.frame.alive = false;
  return UNKNOWN;
};

/** The result is what all values of the call are made into. */
export const mixed: Model = (event, machine) => {
  const taints = inflow(event);
  return {
    ...UNKNOWN,
    ...(taints.length > 0 && { taints, key: machine.newKey() }),
    targets: resultTargets(event),
  };
};

/** The result comes from outside, whatever goes in. */
export const source =
  (kind: SourceKind, name: (event: CallEvent) => string): Model =>
  (event, machine) => {
    const taint = machine.source(kind, name(event), event.frame, event.node.line);
    const value = { ...UNKNOWN, taints: [taint], key: machine.newKey(), targets: resultTargets(event) };
    runCallbacks(event, value, machine);
    return value;
  };

/** A boolean whose truth shows that a value of the call is harmless in some ways. */
export const check =
  (index: ArgumentIndex, bits: number): Model =>
  (event) =>
    guarded(UNKNOWN, shows(given(event, index), bits));

/** A guard made by the caller. */
export const showing = (guards: Guards): Value => guarded(UNKNOWN, guards);

/** Several values put together, one step further. */
export function gathered(
  event: CallEvent,
  values: readonly Value[],
  machine: Machine,
  message?: string,
): Value {
  const { frame, node } = event;
  let taints = values.reduce<Value['taints']>((all, value) => joinTaints(all, taintsHere(value, frame)), []);
  if (message !== undefined) taints = stepTaints(taints, frame.module, node.line, message);
  return { ...UNKNOWN, taints, ...(taints.length > 0 && { key: machine.newKey() }) };
}

/** Any value of the call. */
export const anyGiven = (event: CallEvent): Value =>
  joinAll([...(event.receiver ? [event.receiver] : []), ...givenValues(event.arguments)]);

/** The same model, or check of a rule, under several names. */
export const all = <Each>(names: readonly string[], each: Each): Record<string, Each> =>
  Object.fromEntries(names.map((name) => [name, each]));
