import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';

const MEANINGS = {
  400: 'The request is invalid; the page explains why.',
  403: 'Refused; the page explains why.',
  408: 'The request took too long.',
  429: 'The address has made too many requests in the last minute.',
  500: 'Internal error.',
  503: 'The identity provider, or a part of the service, cannot be reached.',
} as const;

const PAGE = { 'text/html': { schema: { type: 'string' as const } } };

/** Documents a route that redirects browsers, and its error pages. */
export const BrowserResponses = (redirect: 302 | 303, ...statuses: (400 | 403)[]): MethodDecorator =>
  applyDecorators(
    ApiResponse({
      status: redirect,
      description: 'Redirect.',
      headers: {
        Location: { description: 'URL of the next page.', schema: { type: 'string', format: 'uri' } },
      },
    }),
    ...([...statuses, 408, 429, 500, 503] as const).map((status) =>
      ApiResponse({ status, description: MEANINGS[status], content: PAGE }),
    ),
  );
