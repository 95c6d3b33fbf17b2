import { partOfList, taintsWithin } from '../engine/values/objects.js';
import { SanitizedFor, SANITIZED_FOR_ALL } from '../engine/values/taint.js';
import { resultTargets } from '../engine/values/external-values.js';
import { slot } from '../engine/values/run-state.js';
import { constantOf, objectValue, UNKNOWN, type Value } from '../engine/values/value.js';
import { made, mixed, type Model } from './model.js';
import { type ArgumentIndex, argument } from '../engine/expressions/call-arguments.js';

const DATA = SanitizedFor.PARSED | SanitizedFor.FIELDS;

/** The result is parsed data: `JSON.parse(text)`, `response.json()`. */
export const parsed = (index: ArgumentIndex): Model => made(index, { sanitizedFor: DATA });

/** The depth to which nested values are searched: responses are seldom deeper than `{section: {environment: {name: value}}}`. */
const DEPTH = 6;

/** What texts were encoded from, by their keys. */
export const ENCODED = slot(() => new Map<string, Value>());

/** The result is a text with all values encoded as data: `JSON.stringify(value)`. */
export const serialized: Model = (event, machine) => {
  const { frame, arguments: all } = event;
  const positional = all.positional.map((each) => ({
    ...each,
    objects: [],
    taints: taintsWithin(each, frame, DEPTH),
  }));
  const value = mixed({ ...event, arguments: { ...all, positional } }, machine) ?? UNKNOWN;
  const [whole] = all.positional;
  if (whole && value.key !== undefined) frame.scope.run.of(ENCODED).set(value.key, whole);
  // In code it is a literal. Free text stays free text in whichever form it is written.
  const bits = SanitizedFor.PARSED | SanitizedFor.CODE;
  return {
    ...value,
    taints: value.taints.map((taint) => ({ ...taint, sanitizedFor: taint.sanitizedFor | bits })),
  };
};

/** A part this short identifies whose secret it is, but does not reveal it. */
const SHORT = 8;

/** `text.slice(from, to)`: a short part reveals no secret. */
export const part: Model = (event, machine) => {
  const from = constantOf(event.arguments.positional[0]);
  const to = constantOf(event.arguments.positional[1]);
  // A slice of a list is a list; `at` returns an item.
  if (event.receiver && event.receiver.objects.length > 0) {
    const isPart = event.method === 'slice' && event.arguments.positional.length > 0;
    const unknown = event.arguments.positional.length > 1 && to === undefined ? -1 : to;
    return isPart ? partOfList(event.receiver, [from ?? -1, unknown], event.frame, machine) : event.receiver;
  }
  const length =
    typeof from !== 'number'
      ? undefined
      : typeof to === 'number'
        ? to < 0 === from < 0
          ? to - from
          : undefined
        : from < 0
          ? -from
          : undefined;
  const isShort = length !== undefined && length <= SHORT;
  return made('receiver', isShort ? { sanitizedFor: SanitizedFor.SECRET } : {})(event, machine);
};

/** The result is independent of the arguments and identified by its path: a random number, the time. */
export const fresh: Model = (event) => ({
  ...UNKNOWN,
  targets: resultTargets(event),
});

/** The field in which a hash object keeps the name of its algorithm. */
export const ALGORITHM = '%algorithm';

/** `createHash("sha256")`: the input is added later. */
export const hasher: Model = (event, machine) => {
  const [path = ''] = event.names;
  const fields = new Map([[ALGORITHM, argument(event, 0)]]);
  return objectValue({ id: machine.newId(), fields, path: `${path}()` });
};

/** `hash.digest("hex")`: nobody chooses what a digest contains. */
export const hashed: Model = made('receiver', { sanitizedFor: SANITIZED_FOR_ALL });

/** Opens what was sealed: nobody without the key chooses what comes out, so that it comes from whoever gives the key. */
export const opened: Model = made('receiver');

/** An object of a library that holds its arguments, by name and by position. */
export const built: Model = (event, machine) => {
  const { positional, named } = event.arguments;
  const [path = ''] = event.names;
  const fields = new Map([...positional.map((value, index) => [String(index), value] as const), ...named]);
  return objectValue({ id: machine.newId(), fields, path: `${path}()` });
};
