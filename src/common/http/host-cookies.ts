import { hash } from 'node:crypto';
import { stringifySetCookie } from 'cookie';

// The subset of RFC 6265, 4.1.1 that this server sends: it never sends quoted, encoded or empty values.
const PAIR = /^([\w!#$%&'*.^`|~+-]{1,100})=([\w.~-]{1,4096})$/;

/** The cookies of a request by name. Malformed cookies and duplicate names are left out. */
export function readCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  const twice = new Set<string>();
  for (const pair of header?.split(';') ?? []) {
    const [, name, value] = PAIR.exec(pair.trim()) ?? [];
    if (name === undefined || value === undefined) continue;
    if (cookies.has(name)) twice.add(name);
    cookies.set(name, value);
  }
  for (const name of twice) cookies.delete(name);
  return cookies;
}

/** The session of a browser. Its cookie has the name of the deployment alone. */
export const SESSION_COOKIE = 'session';

const PREFIX = '__Host-';
const PRODUCT = 'mcp-hub';
const DEFAULT_PORT: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '' };

/**
 * The cookies of this server: host-only and HttpOnly. With HTTPS, their names begin with `__Host-`, so that no other host
 * and no plain HTTP connection can set them.
 *
 * Browsers send cookies to all ports and paths of a host. The names contain the product and the deployment, so that
 * another program on the same host does not overwrite them: `__Host-mcp-hub`, `mcp-hub-8080`, `__Host-mcp-hub.tools`.
 */
export class HostCookies {
  private readonly isPlain: boolean;
  /** The part of all names that distinguishes this deployment from others on the host. */
  readonly deployment: string;

  /** @param publicUrl where browsers reach the server */
  constructor(publicUrl: string) {
    const { protocol, port, pathname } = new URL(publicUrl);
    this.isPlain = protocol === 'http:';
    const shownPort = port || (DEFAULT_PORT[protocol] ?? '');
    this.deployment = PRODUCT + (shownPort && `-${shownPort}`) + pathPart(pathname);
  }

  /** The name of a cookie in requests. */
  nameOf(name: string): string {
    const full = name === SESSION_COOKIE ? this.deployment : `${this.deployment}-${name}`;
    return this.isPlain ? full : PREFIX + full;
  }

  /**
   * The value of a cookie, also under the name that older servers give it: during a rolling update, the requests of a
   * browser go to both.
   */
  valueIn(cookies: ReadonlyMap<string, string>, name: string): string | undefined {
    return cookies.get(this.nameOf(name)) ?? cookies.get(this.formerNameOf(name));
  }

  /** The values of a cookie under both names. */
  valuesIn(cookies: ReadonlyMap<string, string>, name: string): string[] {
    const values = [cookies.get(this.nameOf(name)), cookies.get(this.formerNameOf(name))];
    return values.filter((value) => value !== undefined);
  }

  /** A `Set-Cookie` header. */
  set(name: string, value: string, maxAgeSeconds: number): string {
    return stringifySetCookie({
      name: this.nameOf(name),
      value,
      maxAge: maxAgeSeconds,
      path: '/',
      httpOnly: true,
      secure: !this.isPlain,
      sameSite: 'lax',
    });
  }

  /** The `Set-Cookie` header that removes a cookie. */
  clear(name: string): string {
    return this.set(name, '', 0);
  }

  private formerNameOf(name: string): string {
    return this.isPlain ? name : PREFIX + name;
  }
}

/** The path of a deployment in names: readable if it is one plain segment. */
function pathPart(pathname: string): string {
  const path = pathname.replace(/^\/|\/$/g, '');
  if (path === '') return '';
  return `.${/^[\w-]{1,40}$/.test(path) ? path : hash('sha256', path, 'base64url').slice(0, 12)}`;
}
