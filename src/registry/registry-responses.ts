import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { EXAMPLE_ERRORS } from '../common/openapi/example-errors.js';
import { RegistryError } from './registry.dto.js';
import { registryErrorBody } from './registry.surface.js';

const MEANINGS: Readonly<Record<number, string>> = {
  400: 'The request is malformed or a field is missing or wrong.',
  401: 'Authentication is missing or invalid.',
  403: 'The caller lacks the scope or no resource pattern matches.',
  404: 'It does not exist, or not for this caller.',
  409: 'It already exists, or its state does not allow the change.',
  413: 'The body is larger than the limit.',
  415: 'The body has another media type than the operation accepts.',
  416: 'The range is outside of the artifact.',
  501: 'The feature is not available in this configuration.',
};

// Responses common to all operations.
const ALWAYS: Readonly<Record<number, string>> = {
  408: 'The request took longer than the limit.',
  500: 'An internal error; the log has it under the request id.',
  503: 'Temporarily unavailable; try again.',
};

// The login, and all operations that accept HTTP Basic credentials.
const WHERE_PASSWORDS_ARE_TAKEN: Readonly<Record<number, string>> = {
  429: 'Too many wrong passwords came from this address, for this name or in all; `Retry-After` says when to try again.',
};

const response = (status: number, description: string): MethodDecorator => {
  const error = EXAMPLE_ERRORS[status];
  return ApiResponse({
    status,
    description,
    content: {
      'application/json': {
        schema: { $ref: getSchemaPath(RegistryError) },
        example: error && registryErrorBody(error),
      },
    },
  });
};

/**
 * Documents the errors of an operation: the given ones and the common ones. An operation that answers 401 accepts
 * passwords (a login, or HTTP Basic), so it can also answer 429.
 */
export const ApiErrors = (...statuses: readonly number[]): MethodDecorator =>
  applyDecorators(
    ApiExtraModels(RegistryError),
    ...statuses.map((status) => response(status, MEANINGS[status] ?? '')),
    ...Object.entries({ ...ALWAYS, ...(statuses.includes(401) && WHERE_PASSWORDS_ARE_TAKEN) }).map(
      ([status, description]) => response(Number(status), description),
    ),
  );
