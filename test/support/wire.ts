import { connect, type Socket } from 'node:net';
import type { ApiClient } from './api-client.js';
import { contractViolation } from './openapi-contract.js';
import type { TestApp } from './test-app.js';

const HEAD_END = '\r\n\r\n';

/** A raw response. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** The parsed body of a JSON response; undefined otherwise. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
  readonly body: any;
  /** Status codes of the interim responses before it, such as 100. */
  readonly interim: readonly number[];
}

type RequestHeaders = Readonly<Record<string, string | number | readonly string[]>>;

interface Head {
  readonly status: number;
  readonly headers: Headers;
  /** The index of the body. */
  readonly end: number;
}

function parseHead(bytes: Buffer, from: number): Head | undefined {
  const end = bytes.indexOf(HEAD_END, from);
  if (end === -1) return undefined;
  const [statusLine = '', ...lines] = bytes.toString('latin1', from, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1]);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return { status, headers: new Headers(headers), end: end + HEAD_END.length };
}

function parseJson(headers: Headers, bytes: Buffer): unknown {
  const isJson = headers.get('content-type')?.startsWith('application/json') === true;
  try {
    return isJson ? JSON.parse(bytes.toString()) : undefined;
  } catch {
    // A truncated body.
    return undefined;
  }
}

/**
 * A raw connection for requests that no HTTP client would send: incomplete, malformed, or waiting for "100 Continue". Responses
 * are validated against the OpenAPI document like those of `ApiClient`.
 */
export class Wire {
  private chunks: Buffer[] = [];
  private size = 0;
  private ended = false;
  private reading = true;
  private readonly waiting = new Set<() => void>();
  private request: { readonly method: string; readonly path: string } | undefined;

  private constructor(private readonly socket: Socket) {
    // Connections of a failed test must not keep the process alive.
    socket.unref();
    socket.on('data', (chunk: Buffer) => {
      this.chunks.push(chunk);
      this.size += chunk.length;
      this.wake();
    });
    // A server may also end a connection with a reset.
    socket.on('error', () => undefined);
    for (const event of ['end', 'close'] as const) {
      socket.on(event, () => {
        this.ended = true;
        this.wake();
      });
    }
  }

  static async to({ port }: Pick<TestApp, 'port'>): Promise<Wire> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve).once('error', reject);
    });
    return new Wire(socket);
  }

  /** Sends the head of a request. */
  start(method: string, path: string, headers: RequestHeaders = {}): this {
    this.request = { method, path };
    const lines = Object.entries(headers).flatMap(([name, values]) =>
      [values].flat().map((value) => `${name}: ${value}\r\n`),
    );
    return this.send(`${method} ${path} HTTP/1.1\r\nHost: registry.test\r\n${lines.join('')}\r\n`);
  }

  /** Sends bytes; text as Latin-1, the encoding of HTTP heads. */
  send(bytes: Uint8Array | string): this {
    if (typeof bytes === 'string') this.socket.write(bytes, 'latin1');
    else this.socket.write(bytes);
    return this;
  }

  /** Sends one chunk of a chunked body; an empty one ends it. */
  chunk(bytes: Uint8Array): this {
    return this.send(`${bytes.length.toString(16)}\r\n`)
      .send(bytes)
      .send('\r\n');
  }

  /** Half-closes the connection: sends no more, but still reads. */
  finish(): this {
    this.socket.end();
    return this;
  }

  /** Resets the connection, like a crashing client. */
  cut(): void {
    this.socket.resetAndDestroy();
  }

  /** Pauses or resumes reading. */
  read(on: boolean): this {
    this.reading = on;
    if (on) this.socket.resume();
    else this.socket.pause();
    return this;
  }

  /** The next response, complete or as far as it was received before the server closed the connection. */
  async answer(): Promise<WireAnswer> {
    const interim: number[] = [];
    let head = await this.head(0);
    while (head.status < 200) {
      interim.push(head.status);
      head = await this.head(head.end);
    }
    const { status, headers, end } = head;
    const noBody = this.request?.method === 'HEAD' || status === 204 || status === 304;
    const length = noBody ? 0 : Number(headers.get('content-length') ?? Infinity);
    await this.until(() => this.ended || this.size >= end + length);
    const { received } = this;
    const bytes = received.subarray(end, end + length);
    const body = parseJson(headers, bytes);
    this.check(status, body);
    this.chunks = [received.subarray(end + bytes.length)];
    this.size = received.length - end - bytes.length;
    return { status, headers, bytes, body, interim };
  }

  /** The status of the next response, including interim ones, without consuming it. */
  async nextStatus(): Promise<number> {
    return (await this.head(0)).status;
  }

  /** Waits until the server sends 100 Continue. */
  async continued(): Promise<void> {
    const status = await this.nextStatus();
    if (status !== 100) throw new Error(`expected 100 Continue, got ${status}`);
  }

  /** Waits until a response has started. */
  async started(): Promise<this> {
    await this.until(() => this.size > 0 || this.ended);
    return this;
  }

  /** Waits until the server has closed the connection, and returns the bytes that no `answer` has consumed. */
  async closed(): Promise<Buffer> {
    await this.until(() => this.ended);
    return this.received;
  }

  private get received(): Buffer {
    const whole = Buffer.concat(this.chunks);
    this.chunks = [whole];
    return whole;
  }

  private async head(from: number): Promise<Head> {
    let head: Head | undefined;
    await this.until(() => (head = parseHead(this.received, from)) !== undefined || this.ended);
    if (head === undefined) throw new Error('the server closed the connection without an answer');
    return head;
  }

  private check(status: number, body: unknown): void {
    if (this.request === undefined) return;
    const { method, path } = this.request;
    const violation = contractViolation(method, path, status, body);
    if (violation !== undefined) throw new Error(`the answer breaks the OpenAPI document: ${violation}`);
  }

  private async until(condition: () => boolean): Promise<void> {
    if (!this.reading) throw new Error('nothing arrives on a connection that does not read');
    while (!condition()) {
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.waiting.delete(wake);
          resolve();
        };
        this.waiting.add(wake);
      });
    }
  }

  private wake(): void {
    for (const wake of [...this.waiting]) wake();
  }
}

/** One request on its own connection, with a path or headers that `fetch` would change or refuse. */
export async function exchange(
  t: TestApp,
  actor: ApiClient,
  [method, path]: readonly [method: string, path: string],
  headers: RequestHeaders = {},
  body: Uint8Array = new Uint8Array(),
): Promise<WireAnswer> {
  const wire = await Wire.to(t);
  const length = body.length > 0 ? { 'Content-Length': body.length } : {};
  const answer = await wire
    .start(method, path, { Connection: 'close', ...actor.credentials, ...length, ...headers })
    .send(body)
    .answer();
  wire.cut();
  return answer;
}
