import type { ApiSurface, OutgoingError } from '../../common/http/api-surface.js';
import type { ErrorKind } from '../../common/errors/error-kind.js';
import { hubErrorBody, hubSurface } from '../../hub/platform/http/hub.surface.js';

/** What the GRC API calls errors differently from the rest of the hub. */
const NAMES: Partial<Readonly<Record<ErrorKind, string>>> = {
  bad_request: 'invalid_parameters',
  forbidden: 'forbidden_scope',
  rate_limited: 'rate_limit_exceeded',
};

/** The GRC API's error body: a name for programs and a message for people. */
export function grcErrorBody(error: Omit<OutgoingError, 'requestId'>) {
  const { error: name, message } = hubErrorBody(error);
  return { error: NAMES[error.kind] ?? name, message };
}

/** The GRC API, `/api/v1/grc`. */
export const grcSurface: ApiSurface = {
  ...hubSurface,
  name: 'grc',
  prefix: '/api/v1/grc',
  errorBody: grcErrorBody,
  statuses: { bad_request: 422 },
};
