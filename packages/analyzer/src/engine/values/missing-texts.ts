import { taintsHere } from './derive.js';
import type { Frame } from '../frame.js';
import { slot } from './run-state.js';
import { SanitizedFor } from './taint.js';
import { textOf, type Value } from './value.js';

/** The texts that checks have looked for in the value with a key. */
const LOOKED_FOR = slot(() => new Map<string, Set<string>>());

/** Notes that a check looks for a text in a value; where it finds none, the value is sanitized for `SanitizedFor.TEXT`. */
export function noteLookedFor(text: Value, within: Value, { scope: { run } }: Frame): void {
  const constant = textOf(text);
  if (constant === undefined || constant === '' || within.key === undefined) return;
  const texts = run.of(LOOKED_FOR).get(within.key) ?? new Set();
  run.of(LOOKED_FOR).set(within.key, texts.add(constant));
}

/** Whether a check has found that a value does not contain a text. */
export const lacks = (value: Value, text: string, frame: Frame): boolean =>
  value.key !== undefined &&
  frame.scope.run.of(LOOKED_FOR).get(value.key)?.has(text) === true &&
  taintsHere(value, frame).every(({ sanitizedFor }) => (sanitizedFor & SanitizedFor.TEXT) !== 0);
