import { getMetadataStorage } from 'class-validator';
import { ValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import { isObject } from '../values/json.js';
import { asSentProperties } from './as-sent.js';
import { surelyHolds } from './dto-rules.js';
import { refusalOf } from './validation-faults.js';

// More than any DTO takes, so that a longer list is still too long.
const MAX_ITEMS = 1001;

/**
 * Hands class-transformer no more than it needs. It copies every key of everything within a body, in time that grows with
 * the square of their number, and Nest removes keys such as `constructor` at every depth. So only what the DTO declares
 * goes in, with objects replaced by empty ones (no DTO has object properties but those left `AsSent`, which are put back
 * afterwards, to the letter).
 */
class DtoPipe extends ValidationPipe {
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { metatype, type } = metadata;
    if (type === 'custom') return value;
    if (metatype === undefined || !isObject(value)) return super.transform(value, metadata);
    const declared = declaredProperties(metatype).filter((name) => Object.hasOwn(value, name));
    if (declared.length === 0 && !isDto(metatype)) return super.transform(value, metadata);
    const flat = Object.fromEntries(declared.map((name) => [name, flattened(value[name])]));
    // What holds as it was sent is not converted (`@Transform`), and nothing needs to be reported about it.
    const sent = Object.assign(new metatype() as object, flat);
    const dto = surelyHolds(sent) ? sent : ((await super.transform(flat, metadata)) as object);
    const asSent = asSentProperties(metatype.prototype as object);
    if (asSent.length === 0) return dto;
    return Object.assign(dto, Object.fromEntries(asSent.map((name) => [name, value[name]])));
  }
}

type Metatype = NonNullable<ArgumentMetadata['metatype']>;

const properties = new Map<Metatype, readonly string[]>();

/** Names of the properties that a DTO has rules for. */
function declaredProperties(metatype: Metatype): readonly string[] {
  let names = properties.get(metatype);
  if (names === undefined) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(metatype, '', false, false);
    names = [...new Set(rules.map(({ propertyName }) => propertyName))];
    properties.set(metatype, names);
  }
  return names;
}

const isDto = (metatype: Metatype): boolean => declaredProperties(metatype).length > 0;

/** A value without anything nested in it: enough to check it, since no rule looks deeper than the items of a list. */
function flattened(value: unknown): unknown {
  if (Array.isArray(value))
    return value.slice(0, MAX_ITEMS).map((item: unknown) => (isScalar(item) ? item : {}));
  return isScalar(value) ? value : {};
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** Checks DTOs; unknown fields are dropped, values are never converted, and the first faults are all named. */
export const createValidationPipe = (): ValidationPipe =>
  new DtoPipe({
    whitelist: true,
    transform: true,
    stopAtFirstError: true,
    exceptionFactory: refusalOf,
  });
