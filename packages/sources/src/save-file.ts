import { rm } from 'node:fs/promises';
import { Destinations } from './network/destinations.js';
import type { Lookup } from './network/guarded-agent.js';
import { HttpClient, type Validators } from './network/http-client.js';
import { SourceError } from './source-error.js';

export interface SaveOptions {
  /** What is fetched, for error messages. */
  readonly what: string;
  /** The size of the file, in bytes. */
  readonly maxBytes: number;
  /** The whole fetch, in milliseconds. */
  readonly time: number;
  readonly signal: AbortSignal;
  /** Those of the file that the caller has. */
  readonly known?: Validators;
  /** Resolves host names; `dns.lookup` by default. Its answers are checked. */
  readonly lookup?: Lookup;
}

/**
 * Writes a file that the administrator has configured to a new file, unless it is unchanged. Its own origin may have a
 * private address; redirects to other hosts lead to public ones only (ADR 50). What was written is deleted when the
 * fetch fails.
 * @returns the validators of the file; undefined when it is unchanged
 * @throws SourceError; errors of the file system and the reason of an aborted `signal` unchanged
 */
export async function saveFile(
  address: string,
  path: string,
  { what, maxBytes, time, signal, known, lookup }: SaveOptions,
): Promise<Validators | undefined> {
  if (!URL.canParse(address)) throw new SourceError('invalid', `the address of ${what} must be a URL`);
  const url = new URL(address);
  const destinations = new Destinations({ hosts: 'all', trusted: new Set([url.origin]) });
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(time)]);
  const client = new HttpClient(destinations, { signal: deadline, lookup });
  try {
    return await client.saveChanged({ url, accept: '*/*', maxBytes, what }, known, path);
  } catch (error) {
    // A file that was there before stays.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(path, { force: true });
    throw error;
  }
}
