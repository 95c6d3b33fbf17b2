import { ValidationPipe, type ValidationError } from '@nestjs/common';
import { ApiError } from '../errors/api-error.js';

const MAX_REPORTED = 8;

interface Fault {
  readonly field: string;
  readonly rule: string;
}

// class-validator's messages begin with the property's name; the field's full path replaces it. The rules of a property
// that may be left out do not apply to one that is.
function ruleOf({ property, value }: ValidationError, message: string): string {
  const rule = message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;
  return value === undefined ? `is required: ${rule}` : rule;
}

const faultsOf = (errors: readonly ValidationError[], path = ''): Fault[] =>
  errors.flatMap((error) => {
    const field = path === '' ? error.property : `${path}.${error.property}`;
    const own = Object.values(error.constraints ?? {}).map((message) => ({
      field,
      rule: ruleOf(error, message),
    }));
    return [...own.slice(0, 1), ...faultsOf(error.children ?? [], field)];
  });

/** 400 that names the first faults: what is wrong with which field. */
function refusalOf(errors: readonly ValidationError[]): ApiError {
  const faults = faultsOf(errors).slice(0, MAX_REPORTED);
  const first = faults[0] ?? { field: 'body', rule: 'is not valid' };
  return new ApiError('bad_request', `${first.field} ${first.rule}`, {
    ...first,
    ...(faults.length > 1 && { faults }),
  });
}

/**
 * Nest's pipe without its walks through whole bodies. Only what a DTO declares is copied, by its name, and nothing within
 * it: no name such as `constructor` can do harm, and those in values that are left `AsSent` must stay.
 */
class DtoPipe extends ValidationPipe {
  protected override stripProtoKeys(): void {
    // Nothing is copied that could be stripped.
  }

  protected override closeArrayGaps(): void {
    // Neither JSON nor queries have any.
  }
}

/** Checks DTOs; unknown fields are dropped, values are never converted, and the first faults are all named. */
export const createValidationPipe = (): ValidationPipe =>
  new DtoPipe({
    transform: true,
    // Without it class-transformer takes all keys of a value, in time that grows with the square of their number.
    transformOptions: { strategy: 'excludeAll', exposeDefaultValues: true, exposeUnsetFields: false },
    stopAtFirstError: true,
    exceptionFactory: refusalOf,
  });
