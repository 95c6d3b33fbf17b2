import type { CallEvent } from '../events.js';
import { UNKNOWN, type Value } from '../values/value.js';

/** A value of a call: the receiver, or an argument by its index. */
export type ArgumentIndex = 'receiver' | number;

/**
 * A value of a call: a name identifies an argument with certainty, an index only by how the call was written. A missing
 * argument is unknown.
 */
export function argument(event: CallEvent, index: ArgumentIndex, name?: string): Value {
  if (index === 'receiver') return event.receiver ?? UNKNOWN;
  const { positional, named, spread } = event.arguments;
  return (name === undefined ? undefined : named.get(name)) ?? positional[index] ?? spread ?? UNKNOWN;
}

/** An argument by name only; undefined if absent. */
export const named = (event: CallEvent, name: string): Value | undefined => event.arguments.named.get(name);

/** A field of an options object among the arguments: `{ shell: true }`. */
export function option(event: CallEvent, name: string): Value | undefined {
  for (const value of event.arguments.positional)
    for (const { fields } of value.objects) {
      const field = fields.get(name);
      if (field) return field;
    }
  return event.arguments.named.get(name);
}
