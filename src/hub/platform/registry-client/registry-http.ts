import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { AnswerTooLargeError, answerBytes } from '../../../common/http/answer-bytes.js';
import { isObject, type JsonObject } from '../../../common/values/json.js';
import { RegistryAddress } from './registry-address.js';
import { RegistryError } from './registry-error.js';

const MAX_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];
// A manifest may have 10 MiB.
const MAX_JSON_BYTES = 16 * 1024 * 1024;
const MAX_MESSAGE = 300;

/** The bytes of a request. */
export interface RequestBytes {
  readonly mediaType: string;
  readonly bytes: Uint8Array<ArrayBuffer> | Readable;
}

/** A request to the registry. */
export interface RegistryRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with a query, from `/v1` on. */
  readonly path: string;
  readonly token: string | undefined;
  readonly body?: RequestBytes;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Sends requests to the registry over HTTP. Responses are bounded in time and, as JSON, in size. */
@Injectable()
export class RegistryHttp {
  constructor(private readonly address: RegistryAddress) {}

  /** Sends a request and parses the JSON of its response. @throws RegistryError for another status than 200 or 204 */
  async json(request: RegistryRequest): Promise<unknown> {
    const response = await this.send(request);
    const text = (await bytesOf(response, MAX_JSON_BYTES)).toString();
    try {
      return JSON.parse(text) as unknown;
    } catch (error) {
      throw new RegistryError(`the response to ${nameOf(request)} is not JSON`, 502, { cause: error });
    }
  }

  /**
   * Sends a request and follows redirects, to an object store for example, which get no credentials.
   * @throws RegistryError for another status than 200 or 204, or without a response; the signal's reason
   */
  async send(request: RegistryRequest): Promise<Response> {
    let url = new URL(`${this.address.url}${request.path}`);
    let { token } = request;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const response = await this.fetch(url, request, token);
      if (!REDIRECTS.includes(response.status)) return accepted(response, request);
      const target = response.headers.get('location');
      await response.body?.cancel();
      if (target === null || request.method !== 'GET' || !URL.canParse(target, url)) break;
      url = new URL(target, url);
      token = undefined;
    }
    throw new RegistryError(`${nameOf(request)} was redirected where the hub cannot follow`, 502);
  }

  private async fetch(
    url: URL,
    { method, body, timeoutMs, signal, ...request }: RegistryRequest,
    token: string | undefined,
  ): Promise<Response> {
    const limit = AbortSignal.timeout(timeoutMs);
    try {
      return await fetch(url, {
        method,
        redirect: 'manual',
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': body.mediaType }),
        },
        ...(body !== undefined && { body: sendable(body.bytes), duplex: 'half' }),
      });
    } catch (error) {
      if (signal?.aborted === true) throw signal.reason;
      const reason = limit.aborted ? `no response within ${timeoutMs / 1000} s` : causeOf(error);
      throw new RegistryError(
        `the registry at ${this.address.url} cannot be reached for ${nameOf({ method, ...request })}: ${reason}`,
        undefined,
        { cause: error },
      );
    }
  }
}

const sendable = (bytes: RequestBytes['bytes']): BodyInit =>
  bytes instanceof Uint8Array ? bytes : (Readable.toWeb(bytes) as ReadableStream);

const nameOf = ({ method, path }: Pick<RegistryRequest, 'method' | 'path'>): string =>
  `${method} ${path.split('?', 1)[0]}`;

/** The code of a failed connection, such as ECONNREFUSED. */
function causeOf(error: unknown): string {
  const { cause } = Object(error) as Error;
  const { code } = Object(cause) as NodeJS.ErrnoException;
  return code ?? 'the connection failed';
}

async function accepted(response: Response, request: RegistryRequest): Promise<Response> {
  if (response.status === 200 || response.status === 204) return response;
  const text = await bytesOf(response, MAX_JSON_BYTES).then(
    (bytes) => bytes.toString(),
    () => '',
  );
  const body = objectIn(text);
  throw new RegistryError(
    `the registry answered ${response.status} to ${nameOf(request)}${messageIn(body)}`,
    response.status,
    { details: detailsIn(body) },
  );
}

/** The message of an error body, after a colon. */
const messageIn = ({ message }: JsonObject): string =>
  typeof message === 'string' ? `: ${message.slice(0, MAX_MESSAGE)}` : '';

const detailsIn = ({ error }: JsonObject): JsonObject =>
  isObject(error) && isObject(error['details']) ? error['details'] : {};

/** A JSON object; an empty one for anything else, such as the page of an ingress in between. */
function objectIn(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The bytes of a response. @throws RegistryError for more than `max`, or when the connection ends early */
async function bytesOf(response: Response, max: number): Promise<Buffer> {
  try {
    return await answerBytes(response, max);
  } catch (error) {
    if (error instanceof AnswerTooLargeError)
      throw new RegistryError(`the registry sent more than ${max} bytes`, 502);
    throw new RegistryError('the response of the registry ended early', undefined, { cause: error });
  }
}
