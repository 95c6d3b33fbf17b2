import { setTimeout as wait } from 'node:timers/promises';
import { asError } from '../../common/errors/as-error.js';
import { AnswerTooLargeError, answerBytes } from '../../common/http/answer-bytes.js';
import { printable } from '../../common/values/text.js';
import { CommandFailure, systemMessage } from '../command-failure.js';

const TIMEOUT_MS = 60_000;
const ATTEMPTS = 3;
const RETRY_MS = 1000;

const DECISIONS_FILE = 'decisions.json';
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** The addresses of signed decisions and of the keys of their hub. */
export interface SignedAddress {
  readonly decisions: URL;
  readonly keySet: URL;
}

/**
 * Reads the address of an allow list, with or without `decisions.json`; undefined for a text that is no web address.
 * @throws CommandFailure for one that must not be asked
 */
export function readSignedAddress(text: string): SignedAddress | undefined {
  if (!/^https?:\/\//i.test(text)) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || [url.username, url.password, url.search, url.hash].some((part) => part !== ''))
    throw new CommandFailure(
      '--decisions (MCP_HUB_DECISIONS) must be a file, or an address without user name, password, query and fragment',
    );
  if (url.protocol === 'http:' && !LOOPBACK.includes(url.hostname))
    throw new CommandFailure(
      '--decisions (MCP_HUB_DECISIONS) must begin with https://, but for this machine itself',
    );
  const path = url.pathname.replace(/\/+$/, '');
  const decisions = new URL(path.endsWith('.json') ? path : `${path}/${DECISIONS_FILE}`, url.origin);
  // The hub may be behind a path of its host.
  const base = decisions.pathname.replace(/\/allow\/[^/]+\/.*$/, '');
  return {
    decisions,
    keySet: new URL(`${base === decisions.pathname ? '' : base}/.well-known/jwks.json`, url.origin),
  };
}

/**
 * The JSON at an address. Redirects are not followed. Messages name the host alone, because whoever has the address of an allow
 * list can read it.
 * @throws CommandFailure for everything else than JSON of at most so many bytes
 */
export async function jsonOfAddress(url: URL, maxBytes: number): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    const { status, location, bytes } = await answerOf(url, maxBytes);
    if (status === 200) return parsed(bytes, url);
    if ((status === 429 || status >= 500) && attempt < ATTEMPTS) {
      await wait(RETRY_MS * attempt);
      continue;
    }
    throw refusal(url, status, location);
  }
}

interface Answer {
  readonly status: number;
  readonly location: string;
  readonly bytes: Buffer;
}

async function answerOf(url: URL, maxBytes: number): Promise<Answer> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { status, headers } = response;
    return {
      status,
      location: headers.get('location') ?? '',
      bytes: await answerBytes(response, status === 200 ? maxBytes : 65_536),
    };
  } catch (error) {
    if (error instanceof AnswerTooLargeError)
      throw new CommandFailure(`the answer of ${url.host} is too large for one of mcp-hub`);
    const { cause } = asError(error);
    const reason =
      asError(error).name === 'TimeoutError' ? 'no answer in time' : systemMessage(cause ?? error);
    throw new CommandFailure(`cannot reach ${url.host} (${reason})`);
  }
}

function parsed(bytes: Buffer, { host }: URL): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw new CommandFailure(`the answer of ${host} is no JSON; check --decisions (MCP_HUB_DECISIONS)`);
  }
}

function refusal({ host }: URL, status: number, location: string): CommandFailure {
  if (status >= 300 && status < 400) {
    const target = URL.canParse(location) ? new URL(location).host : 'another address';
    return new CommandFailure(
      `${host} redirects to ${printable(target, 300)}; name the address of the list itself`,
    );
  }
  const advice = status === 404 ? '; the address is not one of an allow list, or was replaced' : '';
  return new CommandFailure(`${host} answered ${status}${advice}`);
}
