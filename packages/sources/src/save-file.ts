import { createWriteStream } from 'node:fs';
import { get as getPlain, type IncomingMessage } from 'node:http';
import { get as getSecure } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { megabytes } from './limits.js';
import { Destinations } from './network/destinations.js';
import { asSourceError, statusError } from './network/errors.js';
import { GuardedAgent, type Lookup } from './network/guarded-agent.js';
import { SourceError } from './source-error.js';

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** The headers by which a server recognizes that a file is unchanged. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface SaveOptions {
  /** What is fetched, for error messages. */
  readonly what: string;
  readonly maxBytes: number;
  /** The whole fetch, in milliseconds. */
  readonly time: number;
  readonly signal: AbortSignal;
  /** Those of the file that the caller has. */
  readonly known?: Validators;
  readonly lookup?: Lookup;
}

const conditions = ({ etag, lastModified }: Validators): Record<string, string> => ({
  ...(etag !== null && { 'if-none-match': etag }),
  ...(lastModified !== null && { 'if-modified-since': lastModified }),
});

const send = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  agent: GuardedAgent,
  signal: AbortSignal,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const get = url.protocol === 'https:' ? getSecure : getPlain;
    get(url, { agent, signal, headers }, resolve).on('error', reject);
  });

/** Follows redirects. Each destination is checked as its connection is made (ADR 50). */
async function open(
  address: URL,
  { what, known, lookup }: SaveOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const destinations = new Destinations({ hosts: 'all', trusted: new Set([address.origin]) });
  const agent = new GuardedAgent(destinations, { lookup, connections: MAX_REDIRECTS + 1 });
  const headers = {
    accept: '*/*',
    'accept-encoding': 'identity',
    'user-agent': 'mcp-hub',
    ...(known && conditions(known)),
  };
  let url = address;
  for (;;) {
    destinations.scopeOf(url);
    const response = await send(url, headers, agent, signal).catch((error: unknown) => {
      throw agent.failure ?? asSourceError(error, url.host, signal);
    });
    const { statusCode: status = 0 } = response;
    if (status === 200 || (status === 304 && known !== undefined)) return response;
    response.destroy();
    const { location } = response.headers;
    if (!REDIRECTS.has(status)) throw statusError(status, what);
    if (location === undefined || !URL.canParse(location, url.href))
      throw new SourceError('unavailable', `${what} redirects without a valid address`);
    url = new URL(location, url.href);
  }
}

/**
 * Writes a file that the administrator has configured to a new file, unless it is unchanged. Its own host may have a private
 * address; redirects to other hosts lead to public ones only.
 * @returns the validators of the file; undefined when it is unchanged
 * @throws SourceError
 */
export async function saveFile(
  address: string,
  path: string,
  options: SaveOptions,
): Promise<Validators | undefined> {
  const { what, maxBytes, time } = options;
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(time)]);
  const url = new URL(address);
  const response = await open(url, options, signal);
  if (response.statusCode === 304) {
    response.destroy();
    return undefined;
  }
  const limited = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let size = 0;
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > maxBytes) throw new SourceError('too_large', `${what} is larger than ${megabytes(maxBytes)}`);
      yield chunk;
    }
  };
  try {
    await pipeline(response, limited, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
  } catch (error) {
    throw asSourceError(error, url.host, signal);
  }
  const { etag = null, 'last-modified': lastModified = null } = response.headers;
  return { etag, lastModified };
}
