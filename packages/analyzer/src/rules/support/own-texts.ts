import { valuesWithin } from '../../engine/values/within.js';
import type { Value } from '../../engine/values/value.js';

const DEPTH = 6;

/** The constant strings within a value, each once: the outer ones first. */
export function ownTexts(value: Value, depth = DEPTH): ReadonlySet<string> {
  const texts = new Set<string>();
  for (const { constants } of valuesWithin(value, depth))
    if (constants) for (const constant of constants) if (typeof constant === 'string') texts.add(constant);
  return texts;
}
