import { request as requestPlain, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestSecure } from 'node:https';
import { Destinations } from './network/destinations.js';
import { asSourceError } from './network/errors.js';
import { GuardedAgent, type Lookup } from './network/guarded-agent.js';

// What a response has besides its body: Node.js limits its headers to 16 KiB.
const MAX_HEAD_BYTES = 32 * 1024;

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Ends the exchange; its reason is thrown unless it is a `TimeoutError`. */
  readonly signal: AbortSignal;
  /** The most that is read of the response, in bytes. What follows is not received. */
  readonly maxBytes: number;
  /** Origins that the administrator has configured: private addresses and http are allowed there. */
  readonly trusted?: ReadonlySet<string>;
  /** Resolves host names, for tests. Its answers are checked. */
  readonly lookup?: Lookup | undefined;
}

/**
 * Sends a request to an address that somebody else has chosen, and returns the HTTP status. The address of the
 * connection is checked as it is made (ADR 50), and redirects are not followed. Nothing of the response is kept.
 * @throws SourceError when there is no response
 */
export async function post(url: URL, options: PostOptions): Promise<number> {
  const { maxBytes, trusted, lookup, signal } = options;
  const destinations = new Destinations({ hosts: new Set([url.host]), ...(trusted && { trusted }) });
  const agent = new GuardedAgent(destinations, {
    lookup,
    connections: 1,
    bytes: maxBytes + MAX_HEAD_BYTES,
  });
  try {
    // Before a name is looked up.
    destinations.scopeOf(url);
    const response = await send(url, agent, options);
    await discard(response, maxBytes);
    return response.statusCode ?? 0;
  } catch (error) {
    throw agent.failure ?? asSourceError(error, url.host, signal);
  }
}

function send(
  url: URL,
  agent: GuardedAgent,
  { headers, body, signal }: PostOptions,
): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestSecure : requestPlain;
  const content = Buffer.from(body);
  const options: RequestOptions = {
    method: 'POST',
    agent,
    signal,
    headers: { ...headers, 'accept-encoding': 'identity', 'content-length': content.length },
  };
  return new Promise((resolve, reject) => {
    request(url, options, resolve).on('error', reject).end(content);
  });
}

/** Receives a body up to a limit. The status has arrived, so what happens to the body does not matter. */
async function discard(response: IncomingMessage, maxBytes: number): Promise<void> {
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size >= maxBytes) break;
    }
  } catch {
    // The connection ended, or the time was up.
  } finally {
    response.destroy();
  }
}
