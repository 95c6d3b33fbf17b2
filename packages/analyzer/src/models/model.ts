import { resultTargets } from '../engine/values/external-values.js';
import { argument, type ArgumentIndex } from '../engine/expressions/call-arguments.js';
import { derive, taintsHere, type Derivation } from '../engine/values/derive.js';
import { inflow, argumentValues, runCallbacks } from '../engine/calls/calls.js';
import { guarded, shows } from '../engine/values/guards.js';
import type { CallEvent } from '../engine/events.js';
import type { Machine, ValueFactory } from '../engine/machine.js';
import { iterate } from '../engine/values/objects.js';
import {
  BY_CHARACTERS,
  joinTaints,
  SanitizedFor,
  SANITIZED_FOR_ALL,
  sanitize,
  NUMBER,
  stepTaints,
  type SourceKind,
} from '../engine/values/taint.js';
import { joinAll, UNKNOWN, type Guards, type Value } from '../engine/values/value.js';

/** The result of an external call. Undefined: the model does not apply to the call. */
export type Model = (event: CallEvent, machine: Machine) => Value | undefined;

/** Models by the path of the callee, or, if that is not known, by the name of the method. */
export interface ModelTable {
  readonly paths: Readonly<Record<string, Model>>;
  readonly methods: Readonly<Record<string, Model>>;
  /** Adjustments of the call before rules see it, by the path of the callee. */
  readonly emitted?: Readonly<Record<string, EventModel>>;
  /** Classes whose instances hold their arguments, including classes of the program that extend them. */
  readonly madeOfArguments?: readonly string[];
}

/** Adjusts a call for what its receiver does to the arguments by itself: a client that refuses some addresses. */
export type EventModel = (event: CallEvent, machine: Machine) => CallEvent;

/** A field of an object; of the first one if a value may be several. */
export const fieldOf = (value: Value | undefined, name: string): Value | undefined =>
  value?.objects[0]?.fields.get(name);

/** A field of the first object, among all that a value may be, that has it. */
export const fieldAmong = (value: Value | undefined, name: string): Value | undefined =>
  value?.objects.find(({ fields }) => fields.has(name))?.fields.get(name);

/** The result is derived from one value of the call. */
export const made =
  (index: ArgumentIndex, how: Derivation = {}): Model =>
  (event, machine) => ({
    ...derive(argument(event, index), event.frame, machine, how, event.node),
    targets: resultTargets(event),
  });

/** The result of decoding a text, which may contain any characters: `%2e%2e%2f` contains no dots before. */
export const decoded =
  (index: ArgumentIndex): Model =>
  (event, machine) => {
    const value = argument(event, index);
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

/** The result is the same text in another form: checks of it count for the original. */
export const same = (index: ArgumentIndex = 'receiver'): Model => {
  const derived = made(index, { checks: SANITIZED_FOR_ALL, suffix: '%same' });
  return (event, machine) => {
    const value = argument(event, index);
    const made = derived(event, machine) ?? UNKNOWN;
    const result = value.literals ? { ...made, literals: value.literals } : made;
    if (value.constants) return { ...result, constants: value.constants };
    return value.parts ? { ...result, parts: value.parts } : result;
  };
};

/** The result of a conversion, in which the texts of the code stay known that a value may be: bytes of a key. */
export const converted =
  (index: ArgumentIndex, model: Model): Model =>
  (event, machine) => {
    const { literals } = argument(event, index);
    const result = model(event, machine) ?? UNKNOWN;
    return literals ? { ...result, literals } : result;
  };

/** The result is the value itself. */
export const itself =
  (index: ArgumentIndex = 'receiver'): Model =>
  (event) =>
    argument(event, index);

/** The result is sanitized for some uses. */
export const sanitizedFor = (index: ArgumentIndex, bits: number): Model =>
  made(index, { sanitizedFor: bits, checks: SANITIZED_FOR_ALL });

/** The result is a number, or another value that is harmless except by its size. */
export const number = (index: ArgumentIndex = 'receiver'): Model =>
  made(index, { sanitizedFor: NUMBER, checks: SanitizedFor.SIZE });

/** The minimum or maximum of several values: a number if one of the program's own is among them, and then bounded by it. */
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

/** The result is independent of the arguments. */
export const nothing: Model = () => UNKNOWN;

/** The call ends the program. */
export const ends: Model = (event) => {
  event.frame.alive = false;
  return UNKNOWN;
};

/** The result is derived from all values of the call. */
export const mixed: Model = (event, machine) => {
  const taints = inflow(event);
  return {
    ...UNKNOWN,
    ...(taints.length > 0 && { taints, key: machine.newKey() }),
    targets: resultTargets(event),
  };
};

/** The result is a source, whatever the arguments. */
export const source =
  (kind: SourceKind, name: (event: CallEvent) => string): Model =>
  (event, machine) => {
    const taint = machine.source(kind, name(event), event.frame, event.node.line);
    const value = { ...UNKNOWN, taints: [taint], key: machine.newKey(), targets: resultTargets(event) };
    runCallbacks(event, value, machine);
    return value;
  };

/** A boolean whose truth implies that a value of the call is sanitized for some uses. */
export const check =
  (index: ArgumentIndex, bits: number): Model =>
  (event) =>
    guarded(UNKNOWN, shows(argument(event, index), bits));

/** A boolean with the given guards. */
export const showing = (guards: Guards): Value => guarded(UNKNOWN, guards);

/** The join of several values, one step further. */
export function gathered(
  event: CallEvent,
  values: readonly Value[],
  machine: ValueFactory,
  message?: string,
): Value {
  const { frame, node } = event;
  let taints = values.reduce<Value['taints']>((all, value) => joinTaints(all, taintsHere(value, frame)), []);
  if (message !== undefined) taints = stepTaints(taints, frame.module, node.line, message);
  return { ...UNKNOWN, taints, ...(taints.length > 0 && { key: machine.newKey() }) };
}

/** The join of all values of the call. */
export const anyArgument = (event: CallEvent): Value =>
  joinAll([...(event.receiver ? [event.receiver] : []), ...argumentValues(event.arguments)]);

/** The same model, or check of a rule, under several names. */
export const byName = <Each>(names: readonly string[], each: Each): Record<string, Each> =>
  Object.fromEntries(names.map((name) => [name, each]));
