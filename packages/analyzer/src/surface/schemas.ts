import { Allowance } from '../engine/flow/allowance.js';
import { derive } from '../engine/values/derive.js';
import type { CallEvent } from '../engine/events.js';
import type { Frame } from '../engine/frame.js';
import type { FactStore, Machine } from '../engine/machine.js';
import type { Lines } from '../ir/program.js';
import { Doubt, SanitizedFor, SANITIZED_FOR_ALL, NUMBER } from '../engine/values/taint.js';
import {
  constantOf,
  constantValue,
  joinAll,
  objectValue,
  textOf,
  UNKNOWN,
  type HeapObject,
  type Value,
} from '../engine/values/value.js';
import { sanitizedWhenMatching } from '../models/allowed-characters.js';
import { fieldOf, type Model } from '../models/model.js';
import { argument } from '../engine/expressions/call-arguments.js';
import { patternOf } from '../models/texts.js';
import type { ToolParameter } from './surface.js';
import names from './names.json' with { type: 'json' };

/** Fields of the objects that represent zod schemas. */
const SHAPE = '%shape';
const SANITIZED_FOR = '%sanitizedFor';
const BOUNDED = '%bounded';
const TYPE = '%type';
const DESCRIPTION = '%description';
const ELEMENT = '%element';
const OPTIONS = '%options';
/** The schema before a transformation, the transformation, and the schema after it. */
const BEFORE = '%before';
const TRANSFORM = '%transform';
const AFTER = '%after';
/** Functions of the program that a value must satisfy. */
const REFINEMENTS = '%refinements';

/** Schemas that accept one of a fixed set, or a strict format. */
const FIXED = new Set(names.schemas.fixed);
/** Schemas that accept any number. */
const NUMBERS = new Set(['number', 'int', 'int32', 'uint32', 'float32', 'float64', 'bigint']);
/** Schemas that limit the length or format of strings. */
const LIMITS = new Set(names.schemas.limits);
const TYPES = new Set(names.schemas.types);

const numberOf = (schema: Value, name: string): number => {
  const constant = constantOf(fieldOf(schema, name));
  return typeof constant === 'number' ? constant : 0;
};

function limitsOf(method: string, event: CallEvent): number {
  if (FIXED.has(method)) return SANITIZED_FOR_ALL;
  if (NUMBERS.has(method)) return NUMBER;
  if (method === 'max' || method === 'lte' || method === 'lt') return SanitizedFor.SIZE;
  if (method === 'regex') {
    const pattern = patternOf(argument(event, 0));
    return pattern ? sanitizedWhenMatching(pattern.pattern, pattern.flags) : 0;
  }
  // It reports issues by a call, which is not analyzed.
  if (method === 'superRefine' || method === 'check') return Doubt.VALIDATOR;
  return 0;
}

/** The fields of a transforming schema; the description of its parameters is kept. */
function changing(
  before: Value,
  fields: Map<string, Value>,
  changes: readonly (readonly [string, Value])[],
): Map<string, Value> {
  const described = [SHAPE, TYPE, DESCRIPTION, ELEMENT, OPTIONS, BOUNDED].flatMap(
    (name): [string, Value][] => {
      const field = fields.get(name);
      return field ? [[name, field]] : [];
    },
  );
  return new Map([...described, [BEFORE, before], ...changes]);
}

/** The fields of a schema after a call that transforms values or adds a refinement. */
function changedBy(method: string, event: CallEvent, fields: Map<string, Value>): Map<string, Value> {
  const [first = UNKNOWN, second] = event.arguments.positional;
  const receiver = event.receiver ?? UNKNOWN;
  if (method === 'transform' || method === 'overwrite')
    return changing(receiver, fields, [[TRANSFORM, first]]);
  if (method === 'pipe') return changing(receiver, fields, [[AFTER, first]]);
  if (method === 'preprocess' && second) {
    const described = second.objects[0]?.fields ?? fields;
    return changing(UNKNOWN, new Map(described), [
      [TRANSFORM, first],
      [AFTER, second],
    ]);
  }
  if (method === 'refine') {
    const existing = fields.get(REFINEMENTS)?.objects[0]?.items ?? [];
    fields.set(REFINEMENTS, objectValue({ id: 0, fields: new Map(), items: [...existing, first] }));
  }
  return fields;
}

/** A call that throws for any value of another format and transforms none: afterward, the argument itself is valid. */
const PLAIN =
  /^zod\.(?:string|enum|nativeEnum|literal|number|boolean|uuid|guid|ulid|nanoid|ipv4|ipv6)\(\)(?:\.(?:regex|min|max|length|nonempty|describe|uuid|startsWith|endsWith|int|positive|nonnegative|gt|gte|lt|lte)\(\))*\.parse$/u;

/** Marks the argument of a validating call as sanitized. */
function learnPassed(event: CallEvent, machine: FactStore): void {
  const { key, taints } = argument(event, 0);
  const sanitizedFor = numberOf(event.receiver ?? UNKNOWN, SANITIZED_FOR);
  if (key !== undefined && taints.length > 0 && sanitizedFor !== 0)
    machine.learn([{ key, sanitizedFor }], event.frame);
}

/** Calls of zod: each derives a schema from its receiver. */
export const zod: Model = (event, machine) => {
  const name = event.names.find((each) => each.startsWith('zod.'));
  const method = event.method ?? name?.slice(4) ?? '';
  if (name === undefined) return undefined;
  if (method === 'parse' || method === 'parseAsync') {
    const value = validated(event.receiver ?? UNKNOWN, argument(event, 0), event.frame, machine);
    if (PLAIN.test(name)) learnPassed(event, machine);
    return value;
  }
  if (method === 'safeParse' || method === 'safeParseAsync') {
    const data = validated(event.receiver ?? UNKNOWN, argument(event, 0), event.frame, machine);
    return objectValue({ id: machine.newId(), fields: new Map([['data', data]]) });
  }
  if (method === 'toJSONSchema') return argument(event, 0);
  const before = event.receiver?.objects[0];
  const fields = changedBy(method, event, new Map(before?.fields));
  const first = argument(event, 0);
  if (method === 'object' || method === 'strictObject' || method === 'looseObject') fields.set(SHAPE, first);
  else if (method === 'extend' || method === 'merge') {
    const more = fieldOf(first, SHAPE) ?? first;
    const both = new Map([
      ...(fieldOf({ ...UNKNOWN, objects: before ? [before] : [] }, SHAPE)?.objects[0]?.fields ?? []),
      ...(more.objects[0]?.fields ?? []),
    ]);
    fields.set(SHAPE, objectValue({ id: machine.newId(), fields: both }));
  } else if (method === 'array' || method === 'set')
    fields.set(ELEMENT, before ? (event.receiver ?? UNKNOWN) : first);
  else if (method === 'union' || method === 'discriminatedUnion')
    fields.set(OPTIONS, joinAll(event.arguments.positional.at(-1)?.objects[0]?.items ?? []));
  else if (method === 'describe') fields.set(DESCRIPTION, first);
  if (TYPES.has(method)) fields.set(TYPE, constantValue(method === 'enum' ? 'string' : method));
  if (method === 'any' || method === 'unknown') fields.delete(SANITIZED_FOR);
  const bits = limitsOf(method, event);
  if (bits !== 0)
    fields.set(
      SANITIZED_FOR,
      constantValue(numberOf({ ...UNKNOWN, objects: [{ id: 0, fields }] }, SANITIZED_FOR) | bits),
    );
  if (LIMITS.has(method)) fields.set(BOUNDED, constantValue(true));
  const lines = new Map([['', event.node.line]]);
  // The description is not where the chain of calls begins, and later calls keep it.
  const described =
    method === 'describe' ? event.node.arguments[0]?.value.line : before?.lines?.get(DESCRIPTION);
  if (described !== undefined) lines.set(DESCRIPTION, described);
  return objectValue({ id: machine.newId(), fields, path: `${name}()`, lines });
};

/** Whether a value is a zod schema. */
const isZod = (value: Value): boolean => value.objects.some(({ path }) => path?.startsWith('zod.') ?? false);

/** `{ type: z.string(), description: "…" }`, the parameter syntax of mcp-framework: its schema and description. */
function describedType(field: Value): { readonly schema: Value; readonly description?: Value } {
  const type = fieldOf(field, 'type');
  const description = fieldOf(field, 'description');
  return type && isZod(type) && description?.constants ? { schema: type, description } : { schema: field };
}

/** The fields of an object schema: zod's, or zod's raw shape `{ path: z.string() }`. */
function shapeOf(schema: Value): HeapObject | undefined {
  const shape = fieldOf(schema, SHAPE)?.objects[0];
  if (shape) return shape;
  const [object] = schema.objects;
  // A zod schema with inner schemas, such as an array of strings, is not a raw shape.
  if (!object || isZod(schema)) return undefined;
  return [...object.fields.values()].some((field) => isZod(describedType(field).schema)) ? object : undefined;
}

/** The fields of a shape of unknown types, created by a third-party library. */
function unknownShape({ objects }: Value): HeapObject | undefined {
  const [object] = objects;
  if (objects.length !== 1 || !object || object.path !== undefined || object.fields.size === 0)
    return undefined;
  return ['type', 'properties', '$schema', 'anyOf', '$ref'].some((name) => object.fields.has(name))
    ? undefined
    : object;
}

const NOWHERE: Lines = { line: 1, endLine: 1 };
/** The context of a schema's traversal. */
interface Reading {
  readonly frame: Frame;
  readonly machine: Machine;
  readonly allowance: Allowance;
  /** The nesting depth of objects and arrays. */
  readonly depth: number;
}

/** Deeper parts of a schema validate nothing. */
const MAX_DEPTH = 8;
/** A schema with more fields than this, nested ones included, validates nothing. */
const MAX_FIELDS = 2000;

/** Thrown for a schema that is too large. */
class SchemaTooLarge extends Error {}
/** Functions that convert strings to numbers, passed by name: `.transform(Number)`. */
const TO_NUMBER = /^(?:Number(?:\.parse(?:Int|Float))?|parseInt|parseFloat|BigInt|Math\.\w+)$/u;

/** The result of a schema's function for a value. */
function transformed(transform: Value, value: Value, { frame, machine }: Reading): Value {
  const args = { positional: [value], named: new Map<string, Value>() };
  const results = transform.targets.map((target) => {
    if (target.kind === 'closure') return machine.run(target, args, frame, frame.function ?? NOWHERE);
    const isNumber = target.kind === 'external' && TO_NUMBER.test(target.path);
    return derive(value, frame, machine, isNumber ? { sanitizedFor: NUMBER } : {});
  });
  return results.length === 0 ? value : joinAll(results);
}

/** A value that passed the refinements of a schema: sanitized by the checks in them, or at least marked as checked. */
function refined(schema: Value, value: Value, at: Reading): Value {
  const refinements = fieldOf(schema, REFINEMENTS)?.objects[0]?.items ?? [];
  return refinements.reduce((each, refinement) => {
    if (each.taints.length === 0) return each;
    const facts = transformed(refinement, each, at).guards?.whenTrue ?? [];
    const bits = facts.reduce(
      (all, fact) => ('sanitizedFor' in fact && fact.key === each.key ? all | fact.sanitizedFor : all),
      0,
    );
    const sanitizedFor = bits === 0 ? Doubt.VALIDATOR : bits;
    return derive(each, at.frame, at.machine, { sanitizedFor, suffix: '%valid' });
  }, value);
}

/** The value after validation by a schema; unchanged when the schema is too large. */
export function validated(schema: Value, input: Value, frame: Frame, machine: Machine): Value {
  try {
    return passed(schema, input, {
      frame,
      machine,
      allowance: new Allowance(frame.scope.run, MAX_FIELDS),
      depth: 0,
    });
  } catch (error) {
    if (error instanceof SchemaTooLarge) return input;
    throw error;
  }
}

/** The value after validation by a schema or a nested one. */
function passed(schema: Value, input: Value, at: Reading): Value {
  if (at.depth > MAX_DEPTH) return input;
  if (!at.allowance.take()) throw new SchemaTooLarge();
  const before = fieldOf(schema, BEFORE);
  if (!before) return refined(schema, formed(schema, input, at), at);
  const transform = fieldOf(schema, TRANSFORM);
  const after = fieldOf(schema, AFTER);
  let value = passed(before, input, at);
  if (transform) value = transformed(transform, value, at);
  if (after) value = passed(after, value, at);
  const bits = numberOf(schema, SANITIZED_FOR);
  if (bits !== 0) value = derive(value, at.frame, at.machine, { sanitizedFor: bits, suffix: '%valid' });
  return refined(schema, value, at);
}

/** The value after validation of its shape: of an object the fields in the schema, each validated. */
function formed(schema: Value, input: Value, at: Reading): Value {
  const { frame, machine } = at;
  const inner = { ...at, depth: at.depth + 1 };
  const shape = shapeOf(schema) ?? unknownShape(schema);
  if (shape) {
    const fields = new Map<string, Value>();
    for (const [name, field] of shape.fields) {
      const given = machine.member(input, name, frame, frame.function ?? NOWHERE);
      fields.set(name, passed(describedType(field).schema, given, inner));
    }
    return objectValue({ id: machine.newId(), fields });
  }
  const element = fieldOf(schema, ELEMENT);
  if (element) {
    const each = passed(element, derive(input, frame, machine, { suffix: '[]' }), inner);
    return objectValue({ id: machine.newId(), fields: new Map(), rest: each });
  }
  const options = fieldOf(schema, OPTIONS);
  if (options) return joinAll(options.objects.map((object) => passed(objectValue(object), input, at)));
  const bits = numberOf(schema, SANITIZED_FOR);
  return bits === 0 ? input : derive(input, frame, machine, { sanitizedFor: bits, suffix: '%valid' });
}

function jsonParameters(schema: Value): ToolParameter[] {
  const properties = fieldOf(schema, 'properties')?.objects[0];
  return [...(properties?.fields ?? [])].map(([name, property]) => {
    const type = textOf(fieldOf(property, 'type'));
    const description = textOf(fieldOf(property, 'description'));
    const limited = ['enum', 'pattern', 'maxLength', 'format', 'const'].some((key) => fieldOf(property, key));
    return {
      name,
      ...(type !== undefined && { type }),
      ...(description !== undefined && { description }),
      bounded: limited,
      line: property.objects[0]?.lines?.get('description') ?? properties?.lines?.get(name) ?? 1,
    };
  });
}

/** The parameters in a schema: zod's, JSON Schema's, or none. */
export function parametersOf(schema: Value): ToolParameter[] {
  const shape = shapeOf(schema);
  if (!shape) return jsonParameters(schema);
  return [...shape.fields].map(([name, each]) => {
    const { schema: field, description: said } = describedType(each);
    const type = textOf(fieldOf(field, TYPE)) ?? textOf(fieldOf(fieldOf(field, ELEMENT) ?? UNKNOWN, TYPE));
    const description = textOf(said ?? fieldOf(field, DESCRIPTION));
    return {
      name,
      ...(type !== undefined && { type }),
      ...(description !== undefined && { description }),
      bounded: fieldOf(field, BOUNDED) !== undefined || numberOf(field, SANITIZED_FOR) === SANITIZED_FOR_ALL,
      line:
        each.objects[0]?.lines?.get('description') ??
        field.objects[0]?.lines?.get(DESCRIPTION) ??
        field.objects[0]?.lines?.get('') ??
        shape.lines?.get(name) ??
        1,
    };
  });
}

/** Whether a value is a schema of parameters; it may have none. */
export const isSchema = (schema: Value): boolean =>
  shapeOf(schema) !== undefined ||
  isZod(schema) ||
  schema.objects.some(({ fields }) => fields.has('properties') || fields.has('type') || fields.size === 0);
