import { providerKeysIn } from '../../credentials/providers.js';
import { isPlaceholder, looksRandom } from '../../credentials/strength.js';
import type { Frame } from '../../engine/frame.js';
import type { HeapObject, Value } from '../../engine/values/value.js';
import type { Expression } from '../../ir/program.js';
import { lastNameOf } from '../../ir/walk.js';
import { variableOf } from '../support/variables.js';
import { weightOfName } from './credential-names.js';

const DEPTH = 4;
/** The maximum number of fields and items per object. */
const MAX_HELD = 50;

/** Whether a literal may be used as a credential. */
const isCredential = (literal: unknown): boolean =>
  typeof literal === 'string' &&
  literal.length >= 8 &&
  (providerKeysIn(literal).next().done !== true || (looksRandom(literal) && !isPlaceholder(literal)));

/** The name of a field with a literal credential, in an object or in what it contains: `{ mail: { token: "…" } }`. */
export function literalSecretIn(
  value: Value,
  depth = DEPTH,
  seen = new Set<HeapObject>(),
): string | undefined {
  if (depth === 0) return undefined;
  for (const object of value.objects) {
    if (seen.has(object)) continue;
    seen.add(object);
    const fields = [...object.fields].slice(0, MAX_HELD);
    for (const [name, field] of fields)
      if (weightOfName(name) > 0 && (field.constants?.some(isCredential) ?? false)) return name;
    const held = [...fields.map(([, field]) => field), ...(object.items ?? []).slice(0, MAX_HELD)];
    for (const each of [...held, ...(object.rest ? [object.rest] : [])]) {
      const found = literalSecretIn(each, depth - 1, seen);
      if (found !== undefined) return found;
    }
  }
  for (const part of value.parts ?? []) {
    const found = literalSecretIn(part, depth - 1, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Calls whose result shows all of an argument. */
const SHOWS =
  /^(?:stringify|dumps?|safe_dump|str|repr|Marshal(?:Indent)?|inspect|encode|String|format|dict|from)$/u;

/** The same for the expression of a text that is made of an object: `JSON.stringify(accounts, null, 2)`. */
export function literalSecretShown(expression: Expression | undefined, frame: Frame): string | undefined {
  if (expression?.kind === 'name') {
    const value = variableOf(expression.name, frame);
    return value && literalSecretIn(value);
  }
  if (expression?.kind !== 'call' || !SHOWS.test(lastNameOf(expression.callee))) return undefined;
  const { callee } = expression;
  const shown = [
    ...expression.arguments.map(({ value }) => value),
    ...(callee.kind === 'member' ? [callee.object] : []),
  ];
  for (const each of shown) {
    const found = literalSecretShown(each, frame);
    if (found !== undefined) return found;
  }
  return undefined;
}
