import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { answerBytes } from '../../../common/http/answer-bytes.js';
import { isObject } from '../../../common/values/json.js';
import { isSha256Digest, sha256Of } from '../../../common/values/sha256-digest.js';
import { printable } from '../../../common/values/text.js';
import type { LoginSettings } from '../../login/login-settings.js';
import { Refusal } from '../refusal.js';
import { failureOf } from './failures.js';

const MIB = 1024 * 1024;
/** What clients of the registry download at most, in bytes. */
const LIMITS = { answer: MIB, manifest: 10 * MIB, bundle: 100 * MIB };
const TIMEOUT_MS = 10 * 60_000;
const MAX_REDIRECTS = 5;
const ATTEMPTS = 3;

const ADVICE: Readonly<Record<number, string>> = {
  401: 'the login of the registry has ended; run mcp-hub login',
  403: 'this login may not download it',
  404: 'the registry does not have it any more',
};

/** Downloads versions of the registry by their digests. */
export class RegistryDownload {
  constructor(private readonly login: Pick<LoginSettings, 'registry' | 'token'>) {}

  /**
   * The digest of the manifest that belongs to a bundle.
   * @param path `org/name`
   * @throws Refusal
   */
  async manifestDigest(path: string, bundle: string): Promise<string> {
    const [org = '', name = ''] = path.split('/');
    const ref = encodeURIComponent(`digest:${bundle}`);
    const response = await this.get(
      `v1/org/${encodeURIComponent(org)}/mcps/${encodeURIComponent(name)}/resolve?ref=${ref}`,
    );
    const resolved = resolvedIn(await this.read(response, LIMITS.answer));
    if (resolved?.bundle !== bundle)
      throw new Refusal(`the registry has another bundle for ${path} than the decisions`);
    return resolved.manifest;
  }

  /** The bytes of a manifest, which have its digest. @throws Refusal */
  async manifest(org: string, digest: string): Promise<Buffer> {
    const bytes = await this.read(await this.get(artifactPath(org, digest, 'manifest')), LIMITS.manifest);
    if (sha256Of(bytes) !== digest)
      throw new Refusal('the manifest that the registry sent is not the one that it names');
    return bytes;
  }

  /** Writes a bundle to a file, and hashes it on the way. @throws Refusal when it is not the one of the digest */
  async bundle(org: string, digest: string, file: string): Promise<void> {
    const response = await this.get(artifactPath(org, digest, 'bundle'));
    const hash = createHash('sha256');
    let size = 0;
    const body = response.body ?? [];
    try {
      await pipeline(
        Readable.from(body as AsyncIterable<Uint8Array>),
        async function* (chunks: AsyncIterable<Uint8Array>) {
          for await (const chunk of chunks) {
            size += chunk.length;
            if (size > LIMITS.bundle) throw new Refusal('the bundle is larger than 100 MiB');
            hash.update(chunk);
            yield chunk;
          }
        },
        createWriteStream(file, { flags: 'wx', mode: 0o600 }),
      );
    } catch (error) {
      throw error instanceof Refusal ? error : new Refusal(failureOf(error, this.host), { cause: error });
    }
    if (`sha256:${hash.digest('hex')}` !== digest)
      throw new Refusal('the bundle that the registry sent is not the one that was certified');
  }

  private get host(): string {
    return new URL(this.login.registry).host;
  }

  private async read(response: Response, max: number): Promise<Buffer> {
    try {
      return await answerBytes(response, max);
    } catch (error) {
      throw new Refusal(failureOf(error, this.host), { cause: error });
    }
  }

  /** @throws Refusal for every answer but 200 */
  private async get(path: string): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await this.follow(new URL(path, this.login.registry));
      if (response.status === 200) return response;
      const text = (await this.read(response, LIMITS.answer)).toString();
      if (response.status < 500 || attempt === ATTEMPTS)
        throw new Refusal(this.refusal(response.status, text));
    }
  }

  /** Follows redirects to a store of artifacts, which is on another host and gets no token. */
  private async follow(start: URL): Promise<Response> {
    let url = start;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const { token } = this.login;
      const authorization =
        url.host === start.host && token !== undefined ? authorizationOf(token) : undefined;
      let response: Response;
      try {
        response = await fetch(url, {
          redirect: 'manual',
          headers: { ...(authorization !== undefined && { authorization }) },
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
      } catch (error) {
        throw new Refusal(failureOf(error, url.host), { cause: error });
      }
      if (response.status < 300 || response.status > 399) return response;
      await response.body?.cancel();
      const location = response.headers.get('location') ?? '';
      if (!URL.canParse(location, url)) break;
      url = new URL(location, url);
      if (!isTrustedTransport(url))
        throw new Refusal(`the registry redirects to ${url.protocol}//${url.host}, which is not encrypted`);
    }
    throw new Refusal(`${start.host} redirects without end`);
  }

  private refusal(status: number, text: string): string {
    const advice = ADVICE[status] ?? (status >= 500 ? 'try again later' : undefined);
    return `${this.host} answered ${status}${messageIn(text)}${advice === undefined ? '' : `; ${advice}`}`;
  }
}

/** An API token is `id:secret`; everything else is a JWT. */
const authorizationOf = (token: string): string => `${token.includes(':') ? 'Token' : 'Bearer'} ${token}`;

const artifactPath = (org: string, digest: string, part: 'manifest' | 'bundle'): string =>
  `v1/org/${encodeURIComponent(org)}/artifacts/${digest}/${part}`;

/** Encrypted, or of this machine. */
const isTrustedTransport = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));

function messageIn(text: string): string {
  const body = parsed(text);
  const message = isObject(body)
    ? [body['message'], body['error']].find((each) => typeof each === 'string')
    : '';
  return typeof message === 'string' && message !== '' ? `: ${printable(message, 300)}` : '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function resolvedIn(bytes: Buffer): { readonly manifest: string; readonly bundle: string } | undefined {
  const body = parsed(bytes.toString());
  const resolved = isObject(body) ? body['resolved'] : undefined;
  if (!isObject(resolved)) return undefined;
  const [manifest, bundle] = [resolved['manifest'], resolved['bundle']].map((link) =>
    isObject(link) ? link['digest'] : undefined,
  );
  return isSha256Digest(manifest) && isSha256Digest(bundle) ? { manifest, bundle } : undefined;
}
