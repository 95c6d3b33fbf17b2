import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { HubError } from './hub.dto.js';

const MEANINGS = {
  400: 'Invalid request; the message names the field.',
  401: 'Missing or invalid authentication.',
  403: 'The role, scope or plan does not allow it.',
  404: 'Not found, or not for the caller.',
  409: 'It exists already, or things are not in a state for it.',
  413: 'The body is too large.',
  415: 'The body is not application/json.',
} as const;

/** Every operation can fail in these ways. */
const ALWAYS = {
  408: 'The request took too long.',
  429: 'More requests than the minute has for the caller.',
  500: 'Internal error.',
  503: 'A part of the service cannot be reached.',
} as const;

const header = (description: string): object => ({ description, schema: { type: 'integer' } });

const RATE_HEADERS = {
  'X-RateLimit-Limit': header('Requests a minute of the caller.'),
  'X-RateLimit-Remaining': header('What is left of them.'),
  'X-RateLimit-Reset': header('When the minute ends, as Unix time in seconds.'),
};

const response = (status: number, description: string): MethodDecorator =>
  ApiResponse({
    status,
    description,
    headers: {
      ...RATE_HEADERS,
      ...(status === 429 && { 'Retry-After': header('Seconds until the minute ends.') }),
    },
    content: { 'application/json': { schema: { $ref: getSchemaPath(HubError) } } },
  });

/** Documents how an operation of the hub can refuse, beside what every one of them can. */
export const HubErrors = (...statuses: (keyof typeof MEANINGS)[]): MethodDecorator =>
  applyDecorators(
    ApiExtraModels(HubError),
    ...statuses.map((status) => response(status, MEANINGS[status])),
    ...Object.entries(ALWAYS).map(([status, meaning]) => response(Number(status), meaning)),
  );
