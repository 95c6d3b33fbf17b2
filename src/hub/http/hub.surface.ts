import type { ApiSurface, OutgoingError } from '../../common/http/api-surface.js';

/** The hub's error body: the machine name as is and in upper case, and a message for people. */
export const hubErrorBody = ({ kind, message, hint }: Omit<OutgoingError, 'requestId'>): object => ({
  error: kind,
  message: hint === undefined ? message : `${message}: ${hint}`,
  code: kind.toUpperCase(),
});

/** The hub API, `/api/v1`. */
export const hubSurface: ApiSurface = {
  name: 'hub',
  prefix: '/api/v1',
  errorBody: hubErrorBody,
};
