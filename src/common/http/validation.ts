import { ValidationPipe, type ArgumentMetadata, type ValidationError } from '@nestjs/common';
import { ApiError, badRequest } from '../errors/api-error.js';
import { isObject } from '../values/json.js';
import { requireKnownFields } from './known-fields.js';
import { validTextDto } from './text-dto.js';

const MAX_REPORTED = 8;

interface Fault {
  readonly field: string;
  readonly rule: string;
}

// class-validator's messages begin with the name of the property, which is replaced by the full path of the field. The
// rules of an optional property do not apply if it is missing.
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

/** 400 with the first faults, each with its field and rule. */
function refusalOf(errors: readonly ValidationError[]): ApiError {
  const faults = faultsOf(errors).slice(0, MAX_REPORTED);
  const first = faults[0] ?? { field: 'body', rule: 'is not valid' };
  return new ApiError('bad_request', `${first.field} ${first.rule}`, {
    ...first,
    ...(faults.length > 1 && { faults }),
  });
}

/** The better message for a fault of a parameter that a query repeats; undefined for all others. */
function repeatedParameter(error: unknown, query: unknown, { type }: ArgumentMetadata): ApiError | undefined {
  if (type !== 'query' || !(error instanceof ApiError) || !isObject(query)) return undefined;
  const { field } = error.details;
  return typeof field === 'string' && Array.isArray(query[field])
    ? badRequest(field, 'must be given only once')
    : undefined;
}

/**
 * Nest's pipe without its traversals of whole bodies. Only declared properties of a DTO are copied, by name and not
 * deeply: names such as `constructor` can do no harm, and must be kept within `AsSent` values.
 */
class DtoPipe extends ValidationPipe {
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    requireKnownFields(value, metadata);
    try {
      return validTextDto(value, metadata) ?? ((await super.transform(value, metadata)) as unknown);
    } catch (error) {
      throw repeatedParameter(error, value, metadata) ?? error;
    }
  }

  protected override stripProtoKeys(): void {
    // Nothing is copied that needs to be stripped.
  }

  protected override closeArrayGaps(): void {
    // Neither JSON nor queries have array gaps.
  }
}

/**
 * Validates DTOs: unknown fields are dropped, except where a class allows only known ones, values are not converted implicitly, and the first faults are all
 * reported.
 */
export const createValidationPipe = (): ValidationPipe =>
  new DtoPipe({
    transform: true,
    // Otherwise class-transformer enumerates all keys of a value in quadratic time.
    transformOptions: { strategy: 'excludeAll', exposeDefaultValues: true, exposeUnsetFields: false },
    stopAtFirstError: true,
    exceptionFactory: refusalOf,
  });
