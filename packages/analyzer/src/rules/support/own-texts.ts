import type { Value } from '../../engine/values/value.js';

const DEPTH = 6;

/** The constant strings within a value. */
export function* ownTexts(value: Value, depth = DEPTH): Generator<string> {
  for (const constant of value.constants ?? []) if (typeof constant === 'string') yield constant;
  if (depth === 0) return;
  for (const part of value.parts ?? []) yield* ownTexts(part, depth - 1);
  for (const { fields, items, rest } of value.objects) {
    for (const field of fields.values()) yield* ownTexts(field, depth - 1);
    for (const item of items ?? []) yield* ownTexts(item, depth - 1);
    if (rest) yield* ownTexts(rest, depth - 1);
  }
}
