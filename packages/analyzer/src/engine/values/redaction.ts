import type { Taint } from './taint.js';
import type { Closure, HeapObject, Value } from './value.js';

/** Names of functions that redact secrets. */
const REDACTS =
  /redact|mask|obfuscat|censor|anonymi[sz]e|sanitize_?(?:log|secret|token)|hide_?(?:secret|token)/iu;

/** The maximum depth of nested objects, which may contain themselves. */
const DEPTH = 4;

const isOpen = ({ source }: Taint): boolean => source.kind !== 'secret' && source.kind !== 'environment';

/** An object without the secrets in it; the same object if it has none. */
function openObject(object: HeapObject, depth: number): HeapObject {
  const { fields, items, rest } = object;
  const open = (value: Value): Value => openValue(value, depth);
  const openFields = new Map([...fields].map(([name, value]) => [name, open(value)]));
  const openItems = items?.map(open);
  const openRest = rest && open(rest);
  const isSame =
    openRest === rest &&
    [...fields].every(([name, value]) => openFields.get(name) === value) &&
    (items ?? []).every((item, index) => openItems?.[index] === item);
  if (isSame) return object;
  return {
    ...object,
    fields: openFields,
    ...(openItems && { items: openItems }),
    ...(openRest && { rest: openRest }),
  };
}

function openValue(value: Value, depth: number): Value {
  const taints = value.taints.filter(isOpen);
  const objects = depth === 0 ? value.objects : value.objects.map((each) => openObject(each, depth - 1));
  const isSame =
    taints.length === value.taints.length && objects.every((each, index) => each === value.objects[index]);
  return isSame ? value : { ...value, taints, objects };
}

/** The result of a function of the package, without secrets if the function's name says that it redacts them. */
export const redacted = (value: Value, { function: { name } }: Closure): Value =>
  REDACTS.test(name) ? openValue(value, DEPTH) : value;
