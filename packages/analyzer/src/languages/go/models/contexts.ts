import { argument } from '../../../engine/expressions/call-arguments.js';
import { isOfClient } from '../../../engine/values/filled.js';
import { resultTargets } from '../../../engine/values/external-values.js';
import type { CallEvent } from '../../../engine/events.js';
import { constantOf, UNKNOWN, type HeapObject, type Value } from '../../../engine/values/value.js';
import { lastNameOf } from '../../../ir/walk.js';
import { byName, type Model } from '../../../models/model.js';
import { namedStorages } from '../../../models/request-contexts.js';
import names from './names.json' with { type: 'json' };

/** An object as a key: empty structs of one type are equal, others if their fields are. */
function nameOfObject({ id, class: info, fields }: HeapObject, { frame }: CallEvent): string {
  if (!info) return `object ${id}`;
  const values = [...fields].map(([name, value]) => `${name}=${String(constantOf(value))}`);
  return `type ${frame.scope.run.numberOf(info.definition)} ${values.join(' ')}`;
}

/** What identifies a key; undefined if that is not known. Numbers of several types differ by their names. */
function nameOfKey(index: number, event: CallEvent): string | undefined {
  const key = argument(event, index);
  const constant = constantOf(key);
  if (typeof constant === 'number') return `${lastNameOf(event.node.arguments[index]?.value)} ${constant}`;
  if (constant !== undefined && constant !== null) return `constant ${String(constant)}`;
  const [object] = key.objects;
  return object && nameOfObject(object, event);
}

/** A context derived from another one: canceling the parent cancels it. */
const derived: Model = (event) => ({
  ...UNKNOWN,
  targets: [...resultTargets(event), ...argument(event, 0).targets],
});

/** `context.WithValue(ctx, key, value)`. What is the server's own has a type where it is read, which says enough about it. */
const withValue: Model = (event, machine) => {
  const name = isOfClient(argument(event, 2)) ? nameOfKey(1, event) : undefined;
  if (name !== undefined) machine.putInContext(name, argument(event, 2), event.frame);
  return derived(event, machine);
};

/** `ctx.Value(key)`. */
const valueOf: Model = (event, machine): Value | undefined => {
  const name = event.arguments.positional.length === 1 ? nameOfKey(0, event) : undefined;
  return name === undefined ? undefined : machine.inContext(name, event.frame);
};

/** Contexts, and what they hold for the code that runs for the same request. */
export const CONTEXTS: Readonly<Record<string, Model>> = {
  ...byName(['context.WithCancel', 'context.WithCancelCause', 'os/signal.NotifyContext'], derived),
  'context.WithValue': withValue,
  'context.Context().Value': valueOf,
  ...namedStorages(names.contexts.named),
};

/** Methods of contexts of any type. */
export const CONTEXT_METHODS: Readonly<Record<string, Model>> = { Value: valueOf };
