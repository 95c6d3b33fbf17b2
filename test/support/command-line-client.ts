import { request, type IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { digestOf } from './builders.js';

const ERROR_BYTES = 1024;
const REDIRECTS = 10;
const TRIES = 3;
const DIGEST = /^sha256:[0-9a-f]{64}$/;
const UPLOAD_ID = /^[0-9a-f-]{36}$/;

/** A raw response, and the requests that led to it. */
export interface ClientAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  /** The statuses of all responses, the final one last. */
  readonly statuses: readonly number[];
}

/** The data for `pull` and `run`. */
export interface Pulled {
  readonly resolved: Resolved;
  readonly manifest: ClientAnswer;
  readonly bundle: ClientAnswer;
}

export interface Resolved {
  readonly version: string;
  readonly manifestDigest: string;
  readonly bundleDigest: string;
  readonly certificationLevel: number;
  readonly origin: string;
}

/** A failed command, with the parts of the response that the client shows. */
export class CommandError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly tries: number,
  ) {
    super(message);
  }
}

/** Go's JSON decoder rejects `1.0`, `1e3` and `"1"` for an integer. */
function integer(json: string, name: string, value: unknown): number {
  const texts = [...json.matchAll(new RegExp(`"${name}":([^,}\\]]*)`, 'g'))].map(([, text]) => text);
  if (Number.isSafeInteger(value) && texts.includes(String(value))) return Number(value);
  throw new Error(`${name} is no JSON integer: ${texts.join()}`);
}

function text(name: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new Error(`${name} is no string: ${JSON.stringify(value)}`);
}

function digest(name: string, value: unknown): string {
  if (DIGEST.test(text(name, value))) return String(value);
  throw new Error(`${name} is no digest: ${String(value)}`);
}

function readError({ status, bytes }: ClientAnswer, tries: number): CommandError {
  const fields = JSON.parse(bytes.subarray(0, ERROR_BYTES).toString()) as Record<string, unknown>;
  const message = [fields['message'], fields['error']].find((field) => typeof field === 'string');
  return new CommandError(status, text('message', message), tries);
}

/**
 * The wire behavior of the command-line client: paths are sent as concatenated, Bearer is the only credential, 200 the only
 * success, and JSON of an unexpected type is an error.
 */
export class CommandLineClient {
  private bearer: string | undefined;

  /** `base` may end in a slash: all paths then start with `//v1/…`. */
  constructor(private readonly base: string) {}

  /** The same client with an existing token. */
  static withToken(base: string, token: string): CommandLineClient {
    const client = new CommandLineClient(base);
    client.bearer = token;
    return client;
  }

  /** Signs in for later requests, and returns the lifetime in seconds. */
  async login(username: string, password: string): Promise<number> {
    const body = JSON.stringify({ username, password });
    const { bytes } = await this.ask('/v1/auth/login', { method: 'POST', body });
    const json = bytes.toString();
    const answer = JSON.parse(json) as Record<string, unknown>;
    if (answer['token_type'] !== 'Bearer') throw new Error('token_type is not Bearer');
    const seconds = integer(json, 'expires_in', answer['expires_in']);
    if (seconds <= 0) throw new Error('expires_in is not positive');
    this.bearer = text('access_token', answer['access_token']);
    return seconds;
  }

  /** Resolves `ref`; `query` overrides the query for other encodings. */
  async resolve(id: string, ref: string, query = `ref=${encodeURIComponent(ref)}`): Promise<Resolved> {
    const [org, name] = id.split('/');
    const { bytes } = await this.ask(`/v1/org/${org}/mcps/${name}/resolve?${query}`);
    const json = bytes.toString();
    const { package: found, ref: asked, origin, resolved } = JSON.parse(json);
    if (text('package', found) !== id || text('ref', asked) !== ref) throw new Error('another was resolved');
    for (const name of ['status', 'git_sha', 'repo_url']) text(name, resolved[name]);
    for (const part of ['manifest', 'bundle']) text(`${part}.url`, resolved[part].url);
    if (!Array.isArray(resolved.evidence)) throw new Error('evidence is no array');
    integer(json, 'size_bytes', resolved.bundle.size_bytes);
    return {
      version: text('version', resolved.version),
      manifestDigest: digest('manifest.digest', resolved.manifest.digest),
      bundleDigest: digest('bundle.digest', resolved.bundle.digest),
      certificationLevel: integer(json, 'certification_level', resolved.certification_level),
      origin: text('origin', origin),
    };
  }

  /** Downloads an artifact and checks its digest. */
  async download(org: string, digest: string, part: 'manifest' | 'bundle'): Promise<ClientAnswer> {
    const answer = await this.ask(`/v1/org/${org}/artifacts/${digest}/${part}`);
    // Go would decompress a response with this header, and hash the result.
    const labelled = answer.headers['content-encoding'] === 'gzip';
    const bytes = labelled ? gunzipSync(answer.bytes) : answer.bytes;
    if (digestOf(bytes) !== digest) throw new Error(`the ${part} hashes to ${digestOf(bytes)}`);
    return answer;
  }

  /** Resolves, and downloads both artifacts from URLs that it builds itself. */
  async pull(id: string, ref: string): Promise<Pulled> {
    const [org = ''] = id.split('/');
    const resolved = await this.resolve(id, ref);
    return {
      resolved,
      manifest: await this.download(org, resolved.manifestDigest, 'manifest'),
      bundle: await this.download(org, resolved.bundleDigest, 'bundle'),
    };
  }

  /**
   * Pushes a bundle to the hub: starts an upload, sends the bytes without a credential, and finalizes it. Returns the id
   * of the version.
   * @throws CommandError unless every response has the status that the client expects
   */
  async push(id: string, version: string, bundle: Buffer): Promise<string> {
    const request = { mcp_name: id, mcp_version: version, bundle_digest: digestOf(bundle) };
    const started = await this.once('/api/v1/uploads/init', [201], JSON.stringify(request));
    if (!UPLOAD_ID.test(text('upload_id', started['upload_id']))) throw new Error('upload_id is malformed');
    text('url_expires_at', started['url_expires_at']);
    const sent = await send(
      text('bundle_upload_url', started['bundle_upload_url']),
      'PUT',
      bundle,
      undefined,
    );
    if (sent.status !== 200 && sent.status !== 204) throw readError({ ...sent, statuses: [sent.status] }, 1);
    const finalized = await this.once(
      `/api/v1/uploads/${String(started['upload_id'])}/finalize`,
      [200],
      '{}',
    );
    text('status', finalized['status']);
    text('message', finalized['message']);
    return text('version_id', finalized['version_id']);
  }

  private async once(
    path: string,
    expected: readonly number[],
    body: string,
  ): Promise<Record<string, unknown>> {
    const answer = await this.follow(this.base + path, 'POST', body);
    if (!expected.includes(answer.status)) throw readError(answer, 1);
    return JSON.parse(answer.bytes.toString()) as Record<string, unknown>;
  }

  /**
   * Sends a request and retries on server errors.
   * @throws CommandError unless the last response is 200
   */
  async ask(path: string, { method = 'GET', body = '' } = {}): Promise<ClientAnswer> {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.follow(this.base + path, method, body);
      if (answer.status === 200) return answer;
      if (answer.status < 500 || tries === TRIES) throw readError(answer, tries);
    }
  }

  private async follow(url: string, method: string, body: string): Promise<ClientAnswer> {
    const first = new URL(url).hostname;
    const statuses: number[] = [];
    let address = url;
    for (let hop = 0; hop < REDIRECTS; hop += 1) {
      const { hostname } = new URL(address);
      const answer = await send(address, method, body, hostname === first ? this.bearer : undefined);
      statuses.push(answer.status);
      if (answer.status !== 302) return { ...answer, statuses };
      address = text('Location', answer.headers.location);
      if (!/^http:\/\/(localhost|127\.0\.0\.1)[:/]/.test(address))
        throw new Error(`redirected to ${address}`);
    }
    throw new Error('redirected too often');
  }
}

function send(
  url: string,
  method: string,
  body: string | Buffer,
  bearer: string | undefined,
): Promise<Omit<ClientAnswer, 'statuses'>> {
  const { hostname, port, origin } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: hostname,
        port,
        method,
        // Unchanged: URL would normalize it.
        path: url.slice(origin.length),
        headers: {
          'User-Agent': 'Go-http-client/1.1',
          'Accept-Encoding': 'gzip',
          ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
          ...(body !== '' && {
            'Content-Type': typeof body === 'string' ? 'application/json' : 'application/gzip',
            'Content-Length': Buffer.byteLength(body),
          }),
        },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
        answer.on('end', () => {
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            bytes: Buffer.concat(chunks),
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
