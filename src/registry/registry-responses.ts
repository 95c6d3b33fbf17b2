import { errorResponses } from '../common/openapi/error-responses.js';
import { RegistryError } from './registry.dto.js';
import { registryErrorBody } from './registry.surface.js';

const errors = errorResponses({
  type: RegistryError,
  bodyOf: registryErrorBody,
  meanings: {
    403: 'The caller lacks the scope or no resource pattern matches.',
    415: 'The body has another media type than the operation accepts.',
    416: 'The range is outside of the artifact.',
    429: 'Too many wrong passwords came from this address, for this name or in all; `Retry-After` says when to try again.',
    501: 'The feature is not available in this configuration.',
  },
});

/**
 * Documents the errors of an operation of the registry. An operation that answers 401 accepts passwords (a login, or
 * HTTP Basic), so it can also answer 429.
 */
export const RegistryErrors = (...statuses: Parameters<typeof errors>): MethodDecorator =>
  statuses.includes(401) ? errors(...statuses, 429) : errors(...statuses);
