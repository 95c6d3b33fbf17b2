import type { Lines } from '../../ir/program.js';
import type { Frame } from '../frame.js';
import type { ValueFactory } from '../machine.js';
import { SANITIZED_FOR_ALL, sanitize, stepTaints, type Taint } from './taint.js';
import { UNKNOWN, type Value } from './value.js';

/** The taints of a value, sanitized by the checks made so far. */
export function taintsHere(value: Value, frame: Frame): readonly Taint[] {
  if (value.taints.length === 0 || value.key === undefined) return value.taints;
  const bits = frame.scope.flow.sanitizedForKey(value.key);
  return bits === 0 ? value.taints : sanitize(value.taints, bits);
}

export interface Derivation {
  /** What the new value is sanitized for: bits of SanitizedFor. */
  readonly sanitizedFor?: number;
  /** Which checks of the new value count for the old one too: all for a trimmed text, those of URLs for a host name. */
  readonly checks?: number;
  readonly message?: string;
  /** A fixed suffix of the key, so that the same derivation of the same value has the same key again. */
  readonly suffix?: string;
}

/** A value derived from another one: the same sources one step further, with a key of its own. */
export function derive(
  value: Value,
  frame: Frame,
  machine: ValueFactory,
  how: Derivation,
  lines?: Lines,
): Value {
  if (value.taints.length === 0) return UNKNOWN;
  let taints = taintsHere(value, frame);
  if (how.sanitizedFor) taints = sanitize(taints, how.sanitizedFor);
  if (how.message !== undefined && lines) taints = stepTaints(taints, frame.module, lines.line, how.message);
  const key = machine.newKey(value.key, how.checks ?? 0, how.suffix);
  // Converting the form of a single character leaves it one.
  const character = value.character && how.checks === SANITIZED_FOR_ALL;
  return { ...UNKNOWN, taints, key, ...(character && { character }) };
}

/** A value with the checks made so far applied, for storage where those facts are not known. */
export function withFacts(value: Value, frame: Frame): Value {
  const taints = taintsHere(value, frame);
  return taints === value.taints ? value : { ...value, taints };
}
