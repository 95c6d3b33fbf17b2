import type { Closure, Value } from './value.js';

/** What functions are called that take the secret out of a text. */
const REDACTS =
  /redact|mask|obfuscat|censor|anonymi[sz]e|sanitize_?(?:log|secret|token)|hide_?(?:secret|token)/iu;

/** What a function of the package has made of a secret, when it is made to hide it. */
export function redacted(value: Value, { function: definition }: Closure): Value {
  if (!REDACTS.test(definition.name)) return value;
  const taints = value.taints.filter(
    ({ source }) => source.kind !== 'secret' && source.kind !== 'environment',
  );
  return taints.length === value.taints.length ? value : { ...value, taints };
}
