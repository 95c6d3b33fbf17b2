import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from '../../../common/openapi/operations.js';

const header = (description: string): object => ({ description, schema: { type: 'integer' } });

const RATE_HEADERS = {
  'X-RateLimit-Limit': header('Requests per minute that the caller may make.'),
  'X-RateLimit-Remaining': header('Requests that would be accepted now.'),
  'X-RateLimit-Reset': header(
    'When the full limit is available again if no request is made until then, as Unix time in seconds.',
  ),
};

// The sign-in pages are limited too, but send no rate headers.
const API = '/api/v1/';

/** Documents the rate headers, which every response of the hub API has, whatever its status. */
export function describeRateHeaders(document: OpenAPIObject): void {
  for (const { path, operation } of operationsOf(document)) {
    if (!path.startsWith(API)) continue;
    for (const response of Object.values(operation.responses)) {
      if (response !== undefined && 'description' in response) {
        response.headers = { ...structuredClone(RATE_HEADERS), ...response.headers };
      }
    }
  }
}
