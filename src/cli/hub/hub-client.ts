import { setTimeout as wait } from 'node:timers/promises';
import { asError } from '../../common/errors/as-error.js';
import { AnswerTooLargeError, answerBytes } from '../../common/http/answer-bytes.js';
import { isObject } from '../../common/values/json.js';
import { printable } from '../../common/values/text.js';
import { CommandFailure } from '../command-failure.js';

/** Where the hub is, and who asks it. */
export interface HubConnection {
  /** The address of the server, without `/api/v1`. */
  readonly server: URL;
  /** A service token. It never appears in output. */
  readonly token: string;
}

const TIMEOUT_MS = 60_000;
/** The answer for 1,000 servers with long reasons is a tenth of it. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
/** How long the command waits for a rate limit or an outage altogether. */
const MAX_WAIT_MS = 120_000;
const MAX_ATTEMPTS = 4;
const DEFAULT_RETRY_MS = 2_000;
const MAX_MESSAGE = 300;

/** What to do about errors, by their status. */
const ADVICE: Readonly<Record<number, string>> = {
  401: 'the token is missing, wrong or expired; set MCP_HUB_TOKEN to a service token of the organization',
  403: 'the token may not do this; it needs the scope ci:org:<org id> or admin:org:<org id>, and the organization the Enterprise plan',
  404: 'there is no such organization or operation; check MCP_HUB_URL and MCP_HUB_ORG',
  429: 'too many requests; run the command again later',
};

/** Errors of TLS, by the start of their code. */
const TLS = /^(?:ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|ERR_SSL|HOSTNAME_MISMATCH)/;

/** An answer, read completely. */
export interface HubAnswer {
  readonly bytes: Buffer;
  readonly type: string;
}

/** @throws CommandFailure for an address that is no web address, or has a user name or password */
export function readServerAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new CommandFailure(
      '--server (MCP_HUB_URL) must be the address of mcp-hub, as https://hub.example.com',
    );
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new CommandFailure('--server (MCP_HUB_URL) must have no user name, password, query or fragment');
  return new URL(`${url.origin}${url.pathname.replace(/\/(?:api\/v1\/?)?$/, '')}/`);
}

/** The messages of an error and its causes, with the first code among them. */
function causesOf(error: unknown): { readonly message: string; readonly code: string } {
  let [message, code] = [asError(error).message, ''];
  for (let cause = error, depth = 0; cause !== undefined && depth < 5; depth += 1) {
    const {
      code: own,
      message: text,
      cause: next,
    } = Object(cause) as NodeJS.ErrnoException & { cause?: unknown };
    if (typeof own === 'string' && code === '') code = own;
    if (typeof text === 'string' && text !== '') message = text;
    cause = next;
  }
  return { message, code };
}

function unreachable(error: unknown, { host }: URL, timeoutMs: number): CommandFailure {
  const { message, code } = causesOf(error);
  if (error instanceof AnswerTooLargeError)
    return new CommandFailure('the answer is too large for one of mcp-hub');
  if (asError(error).name === 'TimeoutError')
    return new CommandFailure(
      `${host} did not answer within ${timeoutMs / 1000} s; is mcp-hub running there?`,
    );
  const shown = printable(code === '' ? message : code, MAX_MESSAGE);
  return TLS.test(code)
    ? new CommandFailure(
        `cannot trust the certificate of ${host} (${shown}); name its authority in NODE_EXTRA_CA_CERTS`,
      )
    : new CommandFailure(`cannot reach ${host} (${shown}); check MCP_HUB_URL and the network`);
}

/** The message of an error of the hub. */
function messageIn(bytes: Buffer): string {
  try {
    const body: unknown = JSON.parse(bytes.toString());
    const message = isObject(body) ? body['message'] : undefined;
    return typeof message === 'string' ? `: ${printable(message, MAX_MESSAGE)}` : '';
  } catch {
    return '';
  }
}

/** Seconds or a date, in milliseconds from now. */
function retryAfter(response: Response): number {
  const text = response.headers.get('retry-after') ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(seconds) ? Math.max(seconds, 0) : DEFAULT_RETRY_MS;
}

/** Requests to the hub with a service token. Redirects are not followed: the token is for this address only. */
export class HubClient {
  private waited = 0;

  constructor(
    private readonly connection: HubConnection,
    private readonly pause: (milliseconds: number) => Promise<unknown> = wait,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {}

  get(path: string): Promise<HubAnswer> {
    return this.send(path, { method: 'GET' }, {});
  }

  post(path: string, json: object): Promise<HubAnswer> {
    const request = { method: 'POST', body: JSON.stringify(json) };
    return this.send(path, request, { 'content-type': 'application/json' });
  }

  /** @throws CommandFailure for every answer but 200 */
  private async send(
    path: string,
    request: RequestInit,
    headers: Readonly<Record<string, string>>,
  ): Promise<HubAnswer> {
    const { token } = this.connection;
    const all = { accept: 'application/json', ...headers, authorization: `Bearer ${token}` };
    for (let attempt = 1; ; attempt += 1) {
      const { response, bytes } = await this.attempt(path, { ...request, headers: all });
      if (response.status === 200) return { bytes, type: response.headers.get('content-type') ?? '' };
      const isTemporary = [429, 502, 503, 504].includes(response.status);
      const delay = retryAfter(response);
      if (!isTemporary || attempt === MAX_ATTEMPTS || this.waited + delay > MAX_WAIT_MS)
        throw this.refusal(response, bytes);
      this.waited += delay;
      await this.pause(delay);
    }
  }

  private async attempt(path: string, request: RequestInit): Promise<{ response: Response; bytes: Buffer }> {
    const { server } = this.connection;
    try {
      const response = await fetch(new URL(path, server), {
        ...request,
        redirect: 'manual',
        signal: AbortSignal.timeout(this.timeoutMs),
      });
      return { response, bytes: await answerBytes(response, MAX_ANSWER_BYTES) };
    } catch (error) {
      throw unreachable(error, server, this.timeoutMs);
    }
  }

  private refusal({ status, headers }: Response, bytes: Buffer): CommandFailure {
    const { host } = this.connection.server;
    const said = `${host} answered ${status}${messageIn(bytes)}`;
    if (status >= 300 && status < 400) {
      const target = printable(headers.get('location') ?? 'another address', MAX_MESSAGE);
      return new CommandFailure(
        `${host} redirects to ${target}; set MCP_HUB_URL to the address of mcp-hub itself`,
      );
    }
    const advice =
      ADVICE[status] ?? (status >= 500 ? 'mcp-hub is not available; run the command again later' : undefined);
    return new CommandFailure(advice === undefined ? said : `${said}; ${advice}`);
  }
}
