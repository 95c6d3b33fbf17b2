import type { VersionSource } from '../../catalog/mcps/version-source.js';
import type { ScanTarget } from './scan-target.js';

/** The source of a scan does not exist or cannot be reached. The message is for the caller. */
export class UnresolvableSourceError extends Error {
  override readonly name = 'UnresolvableSourceError';

  constructor(
    message: string,
    readonly isRetryable: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Finds out what a target means now: the newest commit or version. */
export abstract class SourceResolver {
  /** @throws UnresolvableSourceError */
  abstract resolve(target: ScanTarget, signal: AbortSignal): Promise<VersionSource>;
}
