import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { get as getPlain, type IncomingMessage, type RequestOptions } from 'node:http';
import { get as getSecure } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { mebibytes } from '../limits.js';
import { escapedText } from '@mcp-hub/analyzer/texts';
import { SourceError } from '../source-error.js';
import type { Destinations } from './destinations.js';
import { asSourceError, statusError } from './errors.js';
import { GuardedAgent, type Lookup } from './guarded-agent.js';

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface HttpOptions {
  readonly signal: AbortSignal;
  readonly lookup?: Lookup | undefined;
}

export interface HttpRequest {
  readonly url: URL;
  readonly accept: string;
  /** The most that the body may have, in bytes. */
  readonly maxBytes: number;
  /** What is fetched, for error messages: `the repository acme/files`. */
  readonly what: string;
}

/** A file as it arrived. */
export interface Download {
  /** In lower-case hex. */
  readonly sha256: string;
  readonly size: number;
}

/** The headers by which a server recognizes that a file is unchanged. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

interface Opened {
  readonly response: IncomingMessage;
  /** The host that answered, for error messages. */
  readonly host: string;
}

const conditions = ({ etag, lastModified }: Validators): Record<string, string> => ({
  ...(etag !== null && { 'if-none-match': etag }),
  ...(lastModified !== null && { 'if-modified-since': lastModified }),
});

/** Fetches over HTTP without credentials. Follows redirects itself, and checks the destination of each. */
export class HttpClient {
  constructor(
    private readonly destinations: Destinations,
    private readonly options: HttpOptions,
  ) {}

  /**
   * Reads a body piece by piece. It may stop before the end.
   * @throws SourceError
   */
  async *read(request: HttpRequest): AsyncGenerator<Buffer> {
    yield* this.bodyOf(await this.open(request), request);
  }

  private async *bodyOf({ response, host }: Opened, { what, maxBytes }: HttpRequest): AsyncGenerator<Buffer> {
    const tooLarge = (): SourceError =>
      new SourceError('too_large', `${what} is larger than ${mebibytes(maxBytes)}`);
    let size = 0;
    try {
      if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
      for await (const chunk of response as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > maxBytes) throw tooLarge();
        yield chunk;
      }
    } catch (error) {
      throw asSourceError(error, host, this.options.signal);
    } finally {
      response.destroy();
    }
  }

  /** Reads a JSON document. */
  async json(request: HttpRequest): Promise<unknown> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.read(request)) chunks.push(chunk);
    try {
      return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
    } catch (error) {
      throw new SourceError('unavailable', `the answer for ${request.what} is not JSON`, { cause: error });
    }
  }

  /**
   * Writes a body to a new file.
   * @throws SourceError
   */
  async save(request: HttpRequest, path: string): Promise<Download> {
    return await this.write(this.read(request), path);
  }

  /**
   * Writes a body to a new file, unless the server says that the one which the caller has is unchanged.
   * @returns the validators of the new file; undefined when nothing was written
   * @throws SourceError
   */
  async saveChanged(
    request: HttpRequest,
    known: Validators | undefined,
    path: string,
  ): Promise<Validators | undefined> {
    const opened = await this.open(request, known);
    const { response } = opened;
    if (response.statusCode === 304) {
      response.destroy();
      return undefined;
    }
    await this.write(this.bodyOf(opened, request), path);
    const { etag = null, 'last-modified': lastModified = null } = response.headers;
    return { etag, lastModified };
  }

  private async write(body: AsyncIterable<Buffer>, path: string): Promise<Download> {
    const hash = createHash('sha256');
    let size = 0;
    await pipeline(
      body,
      async function* (source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          hash.update(chunk);
          size += chunk.length;
          yield chunk;
        }
      },
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    );
    return { sha256: hash.digest('hex'), size };
  }

  private async open(request: HttpRequest, known?: Validators): Promise<Opened> {
    const { signal, lookup } = this.options;
    const sent = { accept: request.accept, ...(known && conditions(known)) };
    const agent = new GuardedAgent(this.destinations, { lookup, connections: MAX_REDIRECTS + 1 });
    let { url } = request;
    for (;;) {
      // Before a name is looked up, and for schemes that are no HTTP.
      this.destinations.scopeOf(url);
      let response: IncomingMessage;
      try {
        response = await this.send(url, sent, agent);
      } catch (error) {
        throw agent.failure ?? asSourceError(error, url.host, signal);
      }
      const { statusCode: status = 0, headers } = response;
      if (status === 200) {
        checkEncoding(response, request.what);
        return { response, host: url.host };
      }
      if (status === 304 && known) return { response, host: url.host };
      response.destroy();
      if (!REDIRECTS.has(status)) throw statusError(status, request.what, headers);
      url = targetOf(headers.location, url);
    }
  }

  private send(
    url: URL,
    headers: Readonly<Record<string, string>>,
    agent: GuardedAgent,
  ): Promise<IncomingMessage> {
    const get = url.protocol === 'https:' ? getSecure : getPlain;
    const options: RequestOptions = {
      agent,
      signal: this.options.signal,
      headers: { 'accept-encoding': 'identity', 'user-agent': 'mcp-hub', ...headers },
    };
    return new Promise((resolve, reject) => {
      get(url, options, resolve).on('error', reject);
    });
  }
}

function checkEncoding(response: IncomingMessage, what: string): void {
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return;
  response.destroy();
  throw new SourceError('unavailable', `${what} arrived with the encoding ${escapedText(encoding)}`);
}

/** The target of a redirect. */
function targetOf(location: string | undefined, from: URL): URL {
  if (location !== undefined && URL.canParse(location, from.href)) return new URL(location, from.href);
  throw new SourceError('unavailable', `${escapedText(from.host)} redirects without a valid address`);
}
