/** Why a source was not fetched. */
export type SourceErrorCode =
  /** A host that sources may not come from, or an address that is not public. */
  | 'refused_address'
  /** No such package, version, repository, commit or folder. */
  | 'not_found'
  /** The host refuses to say: what is meant is not public, or the host limits requests. */
  | 'denied'
  /** More bytes or files than the limits allow. */
  | 'too_large'
  /** The time limit passed. */
  | 'timeout'
  /** The bytes are not those that the registry, index or commit names. */
  | 'integrity'
  /** The host did not answer, or answered with an error. */
  | 'unavailable'
  /** A source that cannot be meant, or an archive that cannot be used. */
  | 'invalid';

const RETRYABLE: ReadonlySet<SourceErrorCode> = new Set(['timeout', 'unavailable']);

export interface SourceErrorOptions {
  readonly cause?: unknown;
  /** Whether a later attempt may succeed, where the code alone does not decide. */
  readonly isRetryable?: boolean;
}

/**
 * A source was not fetched. The message is for its publisher; it contains no address of a private network and no
 * credential.
 */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  /** Whether the same request may succeed later. */
  readonly isRetryable: boolean;

  constructor(
    readonly code: SourceErrorCode,
    message: string,
    { cause, isRetryable = RETRYABLE.has(code) }: SourceErrorOptions = {},
  ) {
    super(message, { cause });
    this.isRetryable = isRetryable;
  }

  /** Whether nothing answered at all, unlike a host that refuses or limits requests. */
  get isUnreachable(): boolean {
    if (this.code === 'timeout') return true;
    return this.code === 'unavailable' && this.cause instanceof Error && 'code' in this.cause;
  }
}
