import { ApiProperty } from '@nestjs/swagger';
import { errorResponses } from '../../../common/openapi/error-responses.js';
import { detailedErrorBody, hubErrorBody } from './hub.surface.js';

/** The body of every error (hub contract 2). */
class HubError {
  @ApiProperty({ example: 'not_found', description: 'Machine name of the error.' })
  error: string;

  @ApiProperty({ example: 'organization not found' })
  message: string;

  @ApiProperty({ example: 'NOT_FOUND', description: 'The machine name in upper case.' })
  code: string;
}

/** The body of errors of scans (hub contract 29). */
class DetailedHubError extends HubError {
  @ApiProperty({ example: 'scan not found', description: 'The same as `message`.' })
  detail: string;
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds until a request is accepted again.', schema: { type: 'integer' } },
};

const SHARED = {
  meanings: {
    403: 'The role, scope or plan does not allow it.',
    415: 'The body is not `application/json`.',
    429: 'The caller has reached the limit of requests in the last minute.',
  },
  headers: { 429: RETRY_AFTER },
} as const;

const errors = errorResponses({ type: HubError, bodyOf: hubErrorBody, ...SHARED });
const detailedErrors = errorResponses({ type: DetailedHubError, bodyOf: detailedErrorBody, ...SHARED });

/** Documents the errors of an operation of the hub. Every operation can answer 429. */
export const HubErrors = (...statuses: Parameters<typeof errors>): MethodDecorator =>
  errors(...statuses, 429);

/** The same for operations whose errors have a `detail`. */
export const DetailedHubErrors = (...statuses: Parameters<typeof detailedErrors>): MethodDecorator =>
  detailedErrors(...statuses, 429);
