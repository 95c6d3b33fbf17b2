import type { IncomingHttpHeaders } from 'node:http';
import { escapedText } from '@mcp-hub/analyzer/texts';
import { SourceError } from '../source-error.js';

/** The error codes of Node.js for a refused certificate. */
const CERTIFICATE = /^(?:CERT_|ERR_TLS_CERT|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|ERR_SSL_|EPROTO)/;
/** The file system's: not the source is at fault, but this machine. */
const OWN_FAULTS = new Set(['ENOSPC', 'EACCES', 'EPERM', 'EROFS', 'EMFILE', 'ENFILE', 'EDQUOT', 'EIO']);

/**
 * The error of a fetch for its caller. Faults of this machine's file system and the caller's own abortion pass
 * unchanged.
 * @param from the host or registry, for the message
 * @param signal the signal of the fetch, which may be the reason
 */
export function asSourceError(error: unknown, from: string, signal: AbortSignal): unknown {
  if (error instanceof SourceError) return error;
  if (signal.aborted) {
    const reason: unknown = signal.reason;
    if (reason instanceof SourceError) return reason;
    if (!(reason instanceof Error) || reason.name !== 'TimeoutError') return reason;
    return new SourceError('timeout', `${escapedText(from)} took too long`, { cause: error });
  }
  const { code, syscall } = error as NodeJS.ErrnoException;
  // Firewalls refuse connections with codes of the file system.
  if (code === undefined || (OWN_FAULTS.has(code) && syscall !== 'connect')) return error;
  if (CERTIFICATE.test(code))
    return new SourceError('unavailable', `the certificate of ${escapedText(from)} is not valid (${code})`, {
      cause: error,
    });
  return new SourceError('unavailable', `${escapedText(from)} could not be reached (${escapedText(code)})`, {
    cause: error,
  });
}

/** Whether the headers of a refusal say that it is for the number of requests, as GitHub answers with 403. */
const isLimit = (headers: IncomingHttpHeaders): boolean =>
  headers['retry-after'] !== undefined ||
  headers['x-ratelimit-remaining'] === '0' ||
  headers['ratelimit-remaining'] === '0';

/** The error for an HTTP status other than success and redirects. */
export function statusError(status: number, what: string, headers: IncomingHttpHeaders = {}): SourceError {
  const isRefused = status === 401 || status === 403;
  if (isRefused && isLimit(headers))
    return new SourceError(
      'unavailable',
      `${what} could not be fetched: its host limits requests (HTTP ${status})`,
    );
  // Code hosts answer so for repositories that are not public, and some of them for any that do not exist.
  if (isRefused)
    return new SourceError('denied', `${what} does not exist, or is not public (HTTP ${status})`);
  if ([404, 410, 451].includes(status))
    return new SourceError('not_found', `${what} does not exist, or is not public (HTTP ${status})`);
  const isPassing = status >= 500 || status === 408 || status === 425 || status === 429;
  return new SourceError('unavailable', `${what} could not be fetched (HTTP ${status})`, {
    isRetryable: isPassing,
  });
}
