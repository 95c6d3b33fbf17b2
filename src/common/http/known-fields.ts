import type { ArgumentMetadata } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import leven from 'leven';
import { badRequest } from '../errors/api-error.js';
import { isObject } from '../values/json.js';
import { printable } from '../values/text.js';

type DtoClass = NonNullable<ArgumentMetadata['metatype']>;
/** What is known besides the fields with rules. */
interface KnownFields {
  /** Fields of responses, which are dropped: clients send back what they have read. */
  readonly shown?: readonly string[];
  /** The classes of the objects in fields that are lists of them. */
  readonly parts?: Readonly<Record<string, () => DtoClass>>;
}

/** Callers choose names: a long one is neither compared nor repeated whole. */
const MAX_SHOWN = 100;

const strict = new WeakMap<object, KnownFields>();
const fieldsByClass = new WeakMap<object, readonly string[]>();

/**
 * Requests that give rights must not have fields that the product does not know: what is dropped silently may have been
 * meant as a restriction, such as `environment` instead of `environments`. It holds for derived classes, too.
 */
export const OnlyKnownFields =
  (known: KnownFields = {}): ClassDecorator =>
  (target) => {
    strict.set(target, known);
  };

/** @throws 400 for a body with an unknown field, where its class allows only known ones. Null counts as absent. */
export function requireKnownFields(value: unknown, { type, metatype }: ArgumentMetadata): void {
  if (type === 'body' && metatype !== undefined) requireIn(value, metatype, '');
}

function requireIn(value: unknown, dtoClass: DtoClass, path: string): void {
  const besides = knownOf(dtoClass);
  if (besides === undefined || !isObject(value)) return;
  const { shown: readOnly = [], parts = {} } = besides;
  const known = fieldsOf(dtoClass);
  for (const [field, content] of Object.entries(value)) {
    if (content === null || known.includes(field) || readOnly.includes(field)) continue;
    const shown = printable(field, MAX_SHOWN);
    throw badRequest(path + shown, `is not a field of this request; did you mean ${nearest(shown, known)}?`);
  }
  for (const [field, itemClass] of Object.entries(parts)) {
    const items = value[field];
    if (!Array.isArray(items)) continue;
    for (const [index, item] of items.entries()) requireIn(item, itemClass(), `${path}${field}.${index}.`);
  }
}

/** Of the class itself, or of the one that it is derived from. */
function knownOf(dtoClass: object): KnownFields | undefined {
  for (let at: object | null = dtoClass; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    const known = strict.get(at);
    if (known !== undefined) return known;
  }
  return undefined;
}

/** Every field has rules. */
function fieldsOf(dtoClass: DtoClass): readonly string[] {
  const known = fieldsByClass.get(dtoClass);
  if (known !== undefined) return known;
  const rules = getMetadataStorage().getTargetValidationMetadatas(dtoClass, '', false, false);
  const fields = [...new Set(rules.map(({ propertyName }) => propertyName))];
  fieldsByClass.set(dtoClass, fields);
  return fields;
}

const nearest = (field: string, known: readonly string[]): string =>
  known.reduce((best, each) => (distance(field, each) < distance(field, best) ? each : best), known[0] ?? '');

/** A name that the other one begins with is near, whatever follows it. */
const distance = (one: string, other: string): number =>
  one.startsWith(other) || other.startsWith(one) ? 0 : leven(one.toLowerCase(), other.toLowerCase());
