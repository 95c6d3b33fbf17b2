import type { Frame } from '../frame.js';
import { taintsWithin } from '../values/objects.js';
import type { RunState, Thrown } from '../values/run-state.js';
import { joinTaints } from '../values/taint.js';
import type { Value } from '../values/value.js';
import names from '../names.json' with { type: 'json' };

export const NOTHING_THROWN: Thrown = { all: [], fields: [] };

/** Errors of the languages themselves: they hold a message, and nothing else that the program has given them. */
const PLAIN = new Set(names.errorMessages.plain.map((name) => `${name}()`));
/** The properties of an error that hold its message, or the error that it was made from. */
const MESSAGES = new Set(names.errorMessages.properties);

const isPlain = ({ objects, targets }: Value): boolean =>
  objects.length === 0 &&
  targets.length > 0 &&
  targets.every((target) => target.kind === 'external' && PLAIN.has(target.path));

/** Keeps what an error holds that is thrown within a `try` statement, also by a function that it calls. */
export function noteThrown(error: Value, frame: Frame): void {
  const { run } = frame.scope;
  if (!run.thrown) return;
  const contained = taintsWithin(error, frame, 1);
  const { all, fields } = run.thrown;
  run.thrown = {
    all: joinTaints(all, contained),
    fields: isPlain(error) ? fields : joinTaints(fields, contained),
  };
}

/** Records which sources are only in the message of a caught error. */
export function noteCaught(key: string, { all, fields }: Thrown, run: RunState): void {
  const within = new Set(fields.map(({ source }) => source));
  const sources = all.flatMap(({ source }) => (within.has(source) ? [] : [source]));
  if (sources.length > 0) run.inMessages.set(key, new Set(sources));
}

/**
 * A caught error as one of its fields sees it: the response that an error of a library has is not the text that this program has put
 * into an error of its own.
 */
export function withoutMessage(error: Value, property: string, { run }: Frame['scope']): Value {
  const sources = error.key === undefined ? undefined : run.inMessages.get(error.key);
  if (!sources || MESSAGES.has(property)) return error;
  return { ...error, taints: error.taints.filter(({ source }) => !sources.has(source)) };
}
