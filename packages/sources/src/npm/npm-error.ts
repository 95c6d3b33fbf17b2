import { asSourceError, statusError } from '../network/errors.js';
import { SourceError } from '../source-error.js';

const MISSING = new Set(['ETARGET', 'ENOVERSIONS']);

/** The error of pacote, or of a library under it, for the caller of a fetch. */
export function npmError(error: unknown, what: string, signal: AbortSignal): unknown {
  if (error instanceof SourceError || signal.aborted) return asSourceError(error, what, signal);
  const { code = '', statusCode } = error as NodeJS.ErrnoException & { statusCode?: number };
  if (code === 'EINTEGRITY') return wrongBytes(what, error);
  if (MISSING.has(code)) return new SourceError('not_found', `${what} does not exist`, { cause: error });
  if (statusCode !== undefined) return statusError(statusCode, what);
  if (code !== '') return asSourceError(error, `the registry of ${what}`, signal);
  return new SourceError('unavailable', `the registry's answer for ${what} cannot be used`, {
    cause: error,
    isRetryable: false,
  });
}

/** An archive is not the one whose digest the registry states. A broken transfer may be the reason. */
export const wrongBytes = (what: string, cause?: unknown): SourceError =>
  new SourceError('integrity', `${what} is not the archive whose digest the registry states`, {
    cause,
    isRetryable: true,
  });
