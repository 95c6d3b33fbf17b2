import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';

const MEANINGS = {
  400: 'Something about the request does not hold; a page says what.',
  403: 'Refused; a page says why.',
  408: 'The request took too long.',
  429: 'More requests than the minute has for the address.',
  500: 'Internal error.',
  503: 'A part of the service, or the identity provider, cannot be reached.',
} as const;

const PAGE = { 'text/html': { schema: { type: 'string' as const } } };

/** Documents a route that sends browsers on (`redirect`), and the pages that it answers instead. */
export const BrowserResponses = (redirect: 302 | 303, ...statuses: (400 | 403)[]): MethodDecorator =>
  applyDecorators(
    ApiResponse({
      status: redirect,
      description: 'Go on there.',
      headers: { Location: { description: 'Where.', schema: { type: 'string', format: 'uri' } } },
    }),
    ...([...statuses, 408, 429, 500, 503] as const).map((status) =>
      ApiResponse({ status, description: MEANINGS[status], content: PAGE }),
    ),
  );
