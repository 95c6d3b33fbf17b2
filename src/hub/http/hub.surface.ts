import type { ApiSurface, OutgoingError } from '../../common/http/api-surface.js';

/** The hub's error body: the machine name as is and in upper case, and a message for people. */
export const hubErrorBody = ({ kind, message, hint }: Omit<OutgoingError, 'requestId'>): object => ({
  error: kind,
  message: hint === undefined ? message : `${message}: ${hint}`,
  code: kind.toUpperCase(),
});

/** Paths whose clients read a text `detail` (hub contract 29). */
const DETAIL_PREFIXES = ['/api/v1/scans', '/api/v1/user'];

/** The parts of the hub API whose errors have a `detail` beside the fields of all others. */
export const detailSurfaces: readonly ApiSurface[] = DETAIL_PREFIXES.map((prefix) => ({
  name: 'hub',
  prefix,
  errorBody: (error) => {
    const body = hubErrorBody(error) as { readonly message: string };
    return { ...body, detail: body.message };
  },
}));

/** The hub API, `/api/v1`. */
export const hubSurface: ApiSurface = {
  name: 'hub',
  prefix: '/api/v1',
  errorBody: hubErrorBody,
};
