import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath, ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_ERRORS } from '../../common/openapi/example-errors.js';
import { hubErrorBody } from './hub.surface.js';

/** The body of every error (hub contract 2). */
class HubError {
  @ApiProperty({ example: 'not_found', description: 'Machine name of the error.' })
  error: string;

  @ApiProperty({ example: 'organization not found' })
  message: string;

  @ApiProperty({ example: 'NOT_FOUND', description: 'The machine name in upper case.' })
  code: string;
}

const MEANINGS = {
  400: 'Invalid request; the message names the field.',
  401: 'Missing or invalid authentication.',
  403: 'The role, scope or plan does not allow it.',
  404: 'It does not exist, or not for this caller.',
  409: 'It already exists, or its state does not allow the change.',
  413: 'The body is too large.',
  415: 'The body is not `application/json`.',
} as const;

/** Errors that every operation can return. */
const ALWAYS = {
  408: 'The request took too long.',
  429: 'The caller has reached the limit of requests in the last minute.',
  500: 'Internal error.',
  503: 'A part of the service cannot be reached.',
} as const;

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds until a request is accepted again.', schema: { type: 'integer' } },
};

const exampleOf = (status: number): unknown => {
  const error = EXAMPLE_ERRORS[status];
  return error && hubErrorBody(error);
};

const response = (status: number, description: string): MethodDecorator =>
  ApiResponse({
    status,
    description,
    ...(status === 429 && { headers: RETRY_AFTER }),
    content: {
      'application/json': { schema: { $ref: getSchemaPath(HubError) }, example: exampleOf(status) },
    },
  });

/** Documents the errors of an operation, in addition to those that every operation can return. */
export const HubErrors = (...statuses: (keyof typeof MEANINGS)[]): MethodDecorator =>
  applyDecorators(
    ApiExtraModels(HubError),
    ...statuses.map((status) => response(status, MEANINGS[status])),
    ...Object.entries(ALWAYS).map(([status, meaning]) => response(Number(status), meaning)),
  );
