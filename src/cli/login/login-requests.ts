import {
  isThumbprint,
  pinnedKeys,
  publicKeyOf,
  type PublicKey,
} from '@mcp-hub/client-configurations/decisions';
import { answerBytes } from '../../common/http/answer-bytes.js';
import { isObject } from '../../common/values/json.js';
import { printable } from '../../common/values/text.js';
import { CommandFailure } from '../command-failure.js';
import { failureOf } from '../run/download/failures.js';

const MAX_BYTES = 1024 * 1024;
const TIMEOUT_MS = 30_000;

interface JsonAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** @throws CommandFailure when there is no answer */
async function ask(url: URL, request: RequestInit = {}): Promise<JsonAnswer> {
  try {
    const response = await fetch(url, {
      ...request,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const bytes = await answerBytes(response, MAX_BYTES);
    return { status: response.status, body: parsed(bytes.toString()) };
  } catch (error) {
    throw new CommandFailure(failureOf(error, url.host));
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A token of the registry, and when it ends. */
export interface RegistryToken {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expiresInMs: number;
}

/** Logs in at the registry. @throws CommandFailure */
export async function registryLogin(
  registry: string,
  username: string,
  password: string,
): Promise<RegistryToken> {
  const url = new URL('v1/auth/login', registry);
  const { status, body } = await ask(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const token = isObject(body) ? body['access_token'] : undefined;
  const seconds = isObject(body) ? body['expires_in'] : undefined;
  if (status === 200 && typeof token === 'string' && typeof seconds === 'number' && seconds > 0)
    return { token, expiresInMs: seconds * 1000 };
  const message =
    isObject(body) && typeof body['message'] === 'string' ? `: ${printable(body['message'], 300)}` : '';
  throw new CommandFailure(`${url.host} answered ${status} to the login${message}`);
}

/**
 * The key that a thumbprint or a JWK pins, which the hub must publish: a thumbprint says which key it is, and not its bytes.
 * @throws CommandFailure
 */
export async function pinnedKey(hub: string, pin: string): Promise<PublicKey> {
  const own = publicKeyOf(parsed(pin));
  const thumbprint = own?.kid ?? pin;
  if (!isThumbprint(thumbprint))
    throw new CommandFailure(
      '--key must be the thumbprint (kid) of a key of mcp-hub, or its public key as a JWK',
    );
  const url = new URL('.well-known/jwks.json', hub);
  const { status, body } = await ask(url);
  if (status !== 200) throw new CommandFailure(`${url.host} answered ${status} to the question for its keys`);
  const [key] = pinnedKeys(thumbprint, body);
  if (key === undefined)
    throw new CommandFailure(
      `${url.host} has no key ${thumbprint}; ask your administrator which one is right`,
    );
  return key;
}
