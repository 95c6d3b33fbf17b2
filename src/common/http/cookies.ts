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

/**
 * The cookies of this server: host-only and HttpOnly. Their names begin with `__Host-`, so that no other host and no
 * plain HTTP connection can set them, except with plain HTTP on localhost.
 */
export class HostCookies {
  private readonly isPlain: boolean;

  /** @param publicUrl where browsers reach the server */
  constructor(publicUrl: string) {
    const { protocol, hostname } = new URL(publicUrl);
    this.isPlain = protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  }

  /** The name of a cookie in requests. */
  nameOf(name: string): string {
    return this.isPlain ? name : `__Host-${name}`;
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
}
