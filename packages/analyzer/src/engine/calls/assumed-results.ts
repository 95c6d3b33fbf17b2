import { memoByName } from '../../common/memo.js';
import { partGotten } from '../expressions/request-parts.js';
import type { CallEvent } from '../events.js';
import type { Machine, Models } from '../machine.js';
import { assumedOf, assuming, certainly, isAbsent } from '../values/assumptions.js';
import { Assumption, reasonOf, type Reason } from '../values/reasons.js';
import { constantOf, constantValue, type Assumed, type Value } from '../values/value.js';
import { argumentValues } from './calls.js';
import names from '../names.json' with { type: 'json' };

const oneOf = (words: readonly string[]): ((name: string) => boolean) => {
  const pattern = new RegExp(`^(?:${words.join('|')})$`, 'u');
  return memoByName((name) => pattern.test(name));
};

const { requestParts } = names;
const isPredicate = oneOf(requestParts.predicates);
const isNegation = oneOf(requestParts.negations);
const RAISING = new RegExp(`(?:^|\\.)(?:${requestParts.raising.join('|')})$`, 'u');
const raises = memoByName((name) => RAISING.test(name));
/** Functions whose results say no more and no less than the texts that they are given. */
const TEXTS = new Set(requestParts.texts);

const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** The name of the function that is called. */
function nameOf({ method, names: paths, node: { callee } }: CallEvent): string {
  if (method !== undefined) return method;
  return callee.kind === 'name' ? callee.name : lastOf(paths[0] ?? '');
}

/** A value, and the fields of an object that is given to a function: `verify({ token })`. */
const within = (value: Value): readonly Value[] =>
  value.objects.length === 1 ? [value, ...(value.objects[0]?.fields.values() ?? [])] : [value];

const CLIENT = Assumption.ANONYMOUS | Assumption.FOREIGN;

/** What a function returns for a credential that is missing, or for an origin that is not the server's. */
function ofClient(event: CallEvent, inputs: readonly Value[], result: Value): Value | undefined {
  const about = inputs.flatMap(within).filter(({ assumed }) => ((assumed?.because ?? 0) & CLIENT) !== 0);
  if (about.length === 0) return undefined;
  const reason = reasonOf(...about.map(({ assumed }) => assumed));
  const name = nameOf(event);
  if (isNegation(name)) return assuming(result, true, reason);
  if (about.some((each) => isAbsent(each, CLIENT))) {
    // What checks a token throws an error if there is none.
    if (event.names.some(raises)) event.frame.scope.flow.excluded |= reason.because;
    return assuming(result, null, reason);
  }
  if (isPredicate(name)) return assuming(result, false, reason);
  const [foreign] = about.flatMap(({ assumed }) => assumed ?? []);
  return foreign && { ...result, assumed: { ...reason, value: foreign.value } };
}

/** The texts that a function of texts is given, as they are under assumptions. */
function usualTexts(event: CallEvent, inputs: readonly Value[]): Reason | undefined {
  const about = inputs.flatMap((each) => assumedOf(each, event.frame.scope.run) ?? []);
  return about.length > 0 ? reasonOf(...about) : undefined;
}

/** What a function of texts returns for what is configured by default. */
function ofDefaults(
  event: CallEvent,
  inputs: readonly Value[],
  result: Value,
  models: Models,
  machine: Machine,
): Value | undefined {
  if (!TEXTS.has(nameOf(event))) return undefined;
  const reason = usualTexts(event, inputs);
  if (!reason) return undefined;
  const { run } = event.frame.scope;
  const usual = (value: Value): Value => assumedOf(value, run)?.value ?? value;
  if (inputs.some((each) => certainly(usual(each)) === false && each.assumed))
    return assuming(result, null, reason);
  const { positional, named } = event.arguments;
  const given = { positional: positional.map(usual), named };
  const { receiver } = event;
  const known = models(
    { ...event, arguments: given, ...(receiver && { receiver: usual(receiver) }) },
    machine,
  );
  const constant = constantOf(known);
  const value: Assumed['value'] | undefined = constant === undefined ? undefined : constantValue(constant);
  return value && { ...result, assumed: { ...reason, value } };
}

/** The result of a call that is not followed, with what it is under assumptions. */
export function assumedResult(event: CallEvent, result: Value, models: Models, machine: Machine): Value {
  if (result.assumed || event.callee.targets.some(({ kind }) => kind === 'closure' || kind === 'class'))
    return result;
  const part = partGotten(event, result);
  if (part) return part;
  const { receiver } = event;
  const inputs = receiver ? [receiver, ...argumentValues(event.arguments)] : argumentValues(event.arguments);
  const isRoute = event.frame.entry.kind === 'route';
  if (!inputs.some(({ assumed, objects }) => assumed !== undefined || (isRoute && objects.length === 1)))
    return result;
  return ofClient(event, inputs, result) ?? ofDefaults(event, inputs, result, models, machine) ?? result;
}
