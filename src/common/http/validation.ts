import { ValidationPipe, type ArgumentMetadata, type ValidationError } from '@nestjs/common';
import { ApiError } from '../errors/api-error.js';

const MAX_REPORTED = 8;
const AS_SENT = 'validation:as-sent';

interface Fault {
  readonly field: string;
  readonly rule: string;
}

// class-validator's messages begin with the property's name; the field's full path replaces it.
const ruleOf = (property: string, message: string): string =>
  message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;

const faultsOf = (errors: readonly ValidationError[], path = ''): Fault[] =>
  errors.flatMap((error) => {
    const field = path === '' ? error.property : `${path}.${error.property}`;
    const own = Object.values(error.constraints ?? {}).map((message) => ({
      field,
      rule: ruleOf(error.property, message),
    }));
    return [...own.slice(0, 1), ...faultsOf(error.children ?? [], field)];
  });

/** Leaves a property as the client sent it, see `DtoPipe`. The value must be an object to be left alone. */
export const AsSent = (): PropertyDecorator => (target, property) => {
  const known = (Reflect.getMetadata(AS_SENT, target) ?? []) as string[];
  Reflect.defineMetadata(AS_SENT, [...known, String(property)], target);
};

/**
 * Nest removes keys such as `constructor` from everything within a body, and class-transformer copies what is left. What
 * must be kept to the letter, like a manifest, is therefore taken out before and put back after.
 */
class DtoPipe extends ValidationPipe {
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const prototype = metadata.metatype?.prototype as object | undefined;
    const names = prototype && (Reflect.getMetadata(AS_SENT, prototype) as string[] | undefined);
    if (names === undefined || !isObject(value)) return super.transform(value, metadata);
    const kept = names.filter((name) => isObject(value[name])).map((name) => [name, value[name]] as const);
    const standIns = Object.fromEntries(kept.map(([name]) => [name, {}]));
    const dto = (await super.transform({ ...value, ...standIns }, metadata)) as object;
    return Object.assign(dto, Object.fromEntries(kept));
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Checks DTOs; unknown fields are dropped, values are never converted, and the first faults are all named. */
export const createValidationPipe = (): ValidationPipe =>
  new DtoPipe({
    whitelist: true,
    transform: true,
    stopAtFirstError: true,
    exceptionFactory: (errors) => {
      const faults = faultsOf(errors).slice(0, MAX_REPORTED);
      const first = faults[0] ?? { field: 'body', rule: 'is not valid' };
      return new ApiError('bad_request', `${first.field} ${first.rule}`, {
        ...first,
        ...(faults.length > 1 && { faults }),
      });
    },
  });
