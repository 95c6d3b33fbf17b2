import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { Expose, Transform, Type } from 'class-transformer';
import { IsIn, ValidateBy, ValidateIf, type ValidationOptions } from 'class-validator';
import { EMAIL_RULE, isEmailAddress } from '../values/email-address.js';
import { isName, isSingleLine, isStorableText, nameRule } from '../values/text.js';
import { canonicalUuid, isUuid } from '../values/uuid.js';

/** Creates a validator from a predicate and the rule for the error message. */
export const Satisfies = (
  name: string,
  check: (value: unknown) => boolean,
  rule: string,
  options?: ValidationOptions,
): PropertyDecorator =>
  ValidateBy({ name, validator: { validate: check, defaultMessage: () => `$property ${rule}` } }, options);

/** A string that the database can store. */
export const IsText = (minLength: number, maxLength: number): PropertyDecorator =>
  Satisfies(
    'isText',
    (value) => isStorableText(value, maxLength) && value.length >= minLength,
    `must be a string of ${minLength} to ${maxLength} characters without NUL`,
  );

/** Text that is shown in one line, possibly on a terminal. */
export const IsSingleLine = (maxLength: number): PropertyDecorator =>
  Satisfies(
    'isSingleLine',
    (value) => isSingleLine(value, maxLength),
    `must be a string of at most ${maxLength} characters without line breaks, control or invisible characters`,
  );

/** The name of something, which people must be able to see as it is. */
export const IsName = (maxLength: number): PropertyDecorator =>
  Satisfies('isName', (value) => isName(value, maxLength), nameRule(maxLength));

/** A short text by which people recognize something that has no name: empty, or as a name. */
export const IsLabel = (maxLength: number): PropertyDecorator =>
  Satisfies(
    'isLabel',
    (value) => value === '' || isName(value, maxLength),
    `must be empty, or ${nameRule(maxLength).replace(/^must /, '')}`,
  );

/** An e-mail address. */
export const IsEmail = (): PropertyDecorator => Satisfies('isEmail', isEmailAddress, EMAIL_RULE);

/** Reads UUIDs in either case: the handler gets an id, or the ids of a list, in the form used in responses. */
export const AsUuids = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) =>
    Array.isArray(value) ? value.map(canonicalUuid) : canonicalUuid(value),
  );

/** A UUID in either case. */
export const IsUuid = (): PropertyDecorator =>
  applyDecorators(Satisfies('isUuid', isUuid, 'must be a UUID'), AsUuids());

interface SentProperty {
  readonly obj: Readonly<Record<string, unknown>>;
  readonly key: string;
  readonly value: unknown;
}

/**
 * Leaves a property as the client sent it, without inspecting it, unless it counts as absent. Who reads objects in it
 * leaves their nulls out (`withoutNulls`).
 */
export const AsSent = (): PropertyDecorator =>
  Transform(({ obj, key, value }: SentProperty) => (value === undefined ? undefined : obj[key]));

/** A whole number in a query, where values are strings. */
export const IsQueryInteger = (min: number, max: number): PropertyDecorator =>
  applyDecorators(
    Satisfies(
      'isQueryInteger',
      (value) => Number.isInteger(value) && min <= Number(value) && Number(value) <= max,
      `must be a whole number from ${min} to ${max}`,
    ),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value,
    ),
  );

/** One of some words in upper case, read in any case. */
export const IsAnyCaseOf = (words: readonly string[]): PropertyDecorator =>
  applyDecorators(
    IsIn(words),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.toUpperCase() : value)),
  );

/** `true` or `false` in a query, where values are strings. */
export const IsQueryBoolean = (): PropertyDecorator =>
  applyDecorators(
    Satisfies('isQueryBoolean', (value) => typeof value === 'boolean', 'must be true or false'),
    Transform(({ value }: { value: unknown }) =>
      value === 'true' || value === 'false' ? value === 'true' : value,
    ),
  );

const absentIfNull = Transform(({ value }: { value: unknown }): unknown => value ?? undefined);

/**
 * Properties of a DTO are copied; objects in them, or in their lists, are not copied deeply, because no rule needs
 * that. Null counts as absent, because many generated clients send it for what they do not set, unless the schema gives
 * null a meaning.
 */
const Declared = ({ nullable }: ApiPropertyOptions): PropertyDecorator =>
  applyDecorators(
    ...(nullable === true ? [] : [absentIfNull]),
    Expose(),
    Type(() => Object),
  );

/** The property is optional; null counts as absent, so that the handler never gets it, unless the schema is nullable. */
export const OptionalNotNull = (schema: ApiPropertyOptions = {}): PropertyDecorator =>
  applyDecorators(
    Declared(schema),
    ApiPropertyOptional(schema),
    ValidateIf((_object, value) => value !== undefined),
  );

/** A documented, required property. */
export const Required = (schema: ApiPropertyOptions = {}): PropertyDecorator =>
  applyDecorators(Declared(schema), ApiProperty(schema));
