import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { Expose, Transform, Type } from 'class-transformer';
import { IsInt, Max, Min, ValidateBy, ValidateIf, type ValidationOptions } from 'class-validator';
import { EMAIL_RULE, isEmailAddress } from '../values/email-address.js';
import { isSingleLine, isStorableText } from '../values/text.js';
import { isUuid } from '../values/uuid.js';

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
    `must be a string of at most ${maxLength} characters without line breaks or other control characters`,
  );

/** An e-mail address. */
export const IsEmail = (): PropertyDecorator => Satisfies('isEmail', isEmailAddress, EMAIL_RULE);

/** A UUID in canonical form. */
export const IsUuid = (): PropertyDecorator => Satisfies('isUuid', isUuid, 'must be a UUID in lower case');

/** Leaves a property as the client sent it, without inspecting it. */
export const AsSent = (): PropertyDecorator =>
  Transform(({ obj, key }: { obj: Readonly<Record<string, unknown>>; key: string }) => obj[key]);

/** A whole number in a query, where values are strings. */
export const IsQueryInteger = (min: number, max: number): PropertyDecorator =>
  applyDecorators(
    Max(max),
    Min(min),
    IsInt(),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value,
    ),
  );

/** `true` or `false` in a query, where values are strings. */
export const IsQueryBoolean = (): PropertyDecorator =>
  applyDecorators(
    Satisfies('isQueryBoolean', (value) => typeof value === 'boolean', 'must be true or false'),
    Transform(({ value }: { value: unknown }) =>
      value === 'true' || value === 'false' ? value === 'true' : value,
    ),
  );

/**
 * Properties of a DTO are copied; objects in them, or in their lists, are not copied deeply, because no rule needs
 * that.
 */
const Declared = (): PropertyDecorator =>
  applyDecorators(
    Expose(),
    Type(() => Object),
  );

/** The property is optional, but must not be null. */
export const OptionalNotNull = (schema: ApiPropertyOptions = {}): PropertyDecorator =>
  applyDecorators(
    Declared(),
    ApiPropertyOptional(schema),
    ValidateIf((_object, value) => value !== undefined),
  );

/** A documented, required property. */
export const Required = (schema: ApiPropertyOptions = {}): PropertyDecorator =>
  applyDecorators(Declared(), ApiProperty(schema));
