import type { ApiSurface, OutgoingError } from '../../../common/http/api-surface.js';

/** The hub's error body: the machine name as is and in upper case, and a message for people. */
export const hubErrorBody = ({ kind, message, hint }: Omit<OutgoingError, 'requestId'>) => ({
  error: kind,
  message: hint === undefined ? message : `${message}: ${hint}`,
  code: kind.toUpperCase(),
});

/** The same with a `detail`, for clients that read only that (hub contract 29). */
export const detailedErrorBody = (error: Omit<OutgoingError, 'requestId'>) => {
  const body = hubErrorBody(error);
  return { ...body, detail: body.message };
};

/** The hub API, `/api/v1`. */
export const hubSurface: ApiSurface = {
  name: 'hub',
  prefix: '/api/v1',
  errorBody: hubErrorBody,
};

/** The parts of the hub API whose errors have a `detail`. */
export const detailSurfaces: readonly ApiSurface[] = ['/api/v1/scans', '/api/v1/user'].map((prefix) => ({
  ...hubSurface,
  prefix,
  errorBody: detailedErrorBody,
}));
