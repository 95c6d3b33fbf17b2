import { Agent, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import supertest from 'supertest';
import { contractViolation } from './openapi-contract.js';

// Connections are kept alive, as in other clients, but not until shortly before the server closes them: on a busy machine, a
// request and the end of its connection would cross.
const CONNECTIONS = new Agent({ keepAlive: true, agentKeepAliveTimeoutBuffer: 4000 });

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS';

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent unchanged, with the Content-Type in `headers`. */
  readonly body?: string | Uint8Array;
}

/** A response, read completely. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly text: string;
  /** The parsed body of a JSON response; undefined otherwise. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
  readonly body: any;
}

/** Sends requests and validates every response against the OpenAPI document. */
export class ApiClient {
  constructor(
    readonly url: string,
    readonly credentials: Readonly<Record<string, string>> = {},
  ) {}

  /** The same client with other credentials. */
  as(authorization: string): ApiClient {
    return new ApiClient(this.url, { authorization });
  }

  /**
   * The same client with the JWT of a login.
   * @throws when it is refused
   */
  async login(username: string, password: string): Promise<ApiClient> {
    const { status, body, text } = await this.post('/v1/auth/login', { username, password });
    if (status !== 200) throw new Error(`the login is refused: ${text}`);
    return this.as(`Bearer ${body.access_token as string}`);
  }

  get(path: string, options: RequestOptions = {}): Promise<ApiResponse> {
    return this.send('GET', path, options);
  }

  head(path: string, options: RequestOptions = {}): Promise<ApiResponse> {
    return this.send('HEAD', path, options);
  }

  post(path: string, json?: unknown, options: RequestOptions = {}): Promise<ApiResponse> {
    return this.send('POST', path, { json, ...options });
  }

  put(path: string, body: string | Uint8Array, contentType: string): Promise<ApiResponse> {
    return this.send('PUT', path, { body, headers: { 'content-type': contentType } });
  }

  patch(path: string, json: unknown): Promise<ApiResponse> {
    return this.send('PATCH', path, { json });
  }

  delete(path: string): Promise<ApiResponse> {
    return this.send('DELETE', path, {});
  }

  async send(
    method: Method,
    path: string,
    { headers = {}, json, body }: RequestOptions,
  ): Promise<ApiResponse> {
    const call = new supertest.Test(this.url, method, path)
      .agent(CONNECTIONS)
      .redirects(0)
      .buffer(true)
      .parse(wholeBody)
      .serialize((sent) => sent as string)
      .ok(() => true)
      .set({
        // The default of fetch.
        accept: '*/*',
        ...this.credentials,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(typeof body === 'string' && { 'content-type': 'text/plain;charset=UTF-8' }),
        ...headers,
      });
    const sent = json === undefined ? body : Buffer.from(JSON.stringify(json));
    const response = await (sent === undefined ? call : call.send(Buffer.from(sent)));
    const bytes = Buffer.isBuffer(response.body) ? response.body : Buffer.alloc(0);
    const text = bytes.toString();
    const received = new Headers(pairsOf(response.headers));
    const mediaType = received.get('content-type')?.split(';', 1)[0] ?? '';
    const isJson = /^application\/(.+\+)?json$/.test(mediaType) && text !== '';
    const parsed: unknown = isJson ? JSON.parse(text) : undefined;
    // Without a path prefix, which the document does not contain.
    const { pathname } = new URL(`http://api.test${path}`);
    const documented = isJson || text === '' ? parsed : text;
    const violation = contractViolation(method, pathname, response.status, documented, mediaType);
    if (violation !== undefined) throw new Error(`the answer breaks the OpenAPI document: ${violation}`);
    return { status: response.status, headers: received, bytes, text, body: parsed };
  }
}

/** Reads a response as raw bytes, whatever its media type. */
function wholeBody(answer: unknown, done: (error: Error | null, body: Buffer) => void): void {
  const stream = answer as IncomingMessage;
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer | string) => void chunks.push(Buffer.from(chunk as Buffer)));
  stream.on('error', (error) => done(error, Buffer.alloc(0)));
  stream.on('end', () => done(null, Buffer.concat(chunks)));
}

/** Headers as pairs; one with several values, such as Set-Cookie, as several pairs. */
const pairsOf = (headers: IncomingHttpHeaders): [string, string][] =>
  Object.entries(headers).flatMap(([name, values]) =>
    [values ?? []].flat().map((value): [string, string] => [name, value]),
  );
