import { ApiProperty } from '@nestjs/swagger';
import { errorResponses } from '../../common/openapi/error-responses.js';
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

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds until a request is accepted again.', schema: { type: 'integer' } },
};

const errors = errorResponses({
  type: HubError,
  bodyOf: hubErrorBody,
  meanings: {
    403: 'The role, scope or plan does not allow it.',
    415: 'The body is not `application/json`.',
    429: 'The caller has reached the limit of requests in the last minute.',
  },
  headers: { 429: RETRY_AFTER },
});

/** Documents the errors of an operation of the hub. Every operation can answer 429. */
export const HubErrors = (...statuses: Parameters<typeof errors>): MethodDecorator =>
  errors(...statuses, 429);
