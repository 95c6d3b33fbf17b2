import type { ValueFactory } from '../../../engine/machine.js';
import {
  constantValue,
  objectValue,
  textOf,
  type HeapObject,
  type Value,
} from '../../../engine/values/value.js';

/** The maximum nesting of schemas: the parameters and their types. */
const MAX_DEPTH = 2;

const lower = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** A Go struct under the protocol's field names: `&jsonschema.Schema{Type: "object", Properties: …}`. */
export function asProtocol(value: Value, depth = 0): Value {
  const named = (object: HeapObject): HeapObject => ({
    ...object,
    fields: new Map(
      [...object.fields].map(([key, field]) => [
        lower(key),
        lower(key) === 'properties' && depth < MAX_DEPTH ? eachAsProtocol(field, depth) : field,
      ]),
    ),
    ...(object.lines && { lines: new Map([...object.lines].map(([key, line]) => [lower(key), line])) }),
  });
  return { ...value, objects: value.objects.map(named) };
}

/** The same for each value of a map whose keys the program chooses. */
const eachAsProtocol = (value: Value, depth: number): Value => ({
  ...value,
  objects: value.objects.map((object) => ({
    ...object,
    fields: new Map([...object.fields].map(([name, field]) => [name, asProtocol(field, depth + 1)])),
  })),
});

/** Parsed data as a value of the program. */
function valueOf(data: unknown, machine: ValueFactory): Value {
  if (Array.isArray(data)) {
    const items = data.map((each) => valueOf(each, machine));
    return objectValue({ id: machine.newId(), fields: new Map(), items });
  }
  if (typeof data === 'object' && data !== null) {
    const fields = new Map(Object.entries(data).map(([name, each]) => [name, valueOf(each, machine)]));
    return objectValue({ id: machine.newId(), fields });
  }
  const isScalar = typeof data === 'string' || typeof data === 'number' || typeof data === 'boolean';
  return constantValue(isScalar ? data : null);
}

/** A schema written as JSON text. */
export function schemaInText(value: Value | undefined, machine: ValueFactory): Value | undefined {
  const text = textOf(value);
  if (text === undefined) return undefined;
  try {
    return valueOf(JSON.parse(text), machine);
  } catch {
    return undefined;
  }
}
