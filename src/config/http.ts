import { key, optional } from './config-key.js';
import type { ConfigReader } from './config-reader.js';
import { baseUrl, boolean, integer, networks, text, type ValueParser } from './value-parsers.js';

// Behind an ingress that removes the path, they would be ambiguous (ADR 14).
const OWN_PATHS = /^\/(v1|api|auth|oidc|invitations|docs|healthz?|readyz?|\.well-known)(\/|$)/i;

const publicUrl: ValueParser<string> = (given) => {
  const parsed = baseUrl('http', 'https')(given);
  if ('must' in parsed || !OWN_PATHS.test(new URL(parsed.value).pathname)) return parsed;
  return {
    must: 'not have a path of the server’s own: /v1, /api, /auth, /oidc, /invitations, /docs, /healthz, /health, /readyz, /ready, /.well-known',
  };
};

export const HTTP_KEYS = {
  host: key(text, '127.0.0.1', 'Address to listen on.'),
  port: key(integer(0, 65535), 8080, 'TCP port to listen on; 0 takes a free one.'),
  public_url: optional(
    publicUrl,
    'http://localhost:<port>',
    'Where clients reach the server; the only source of absolute URLs. A path prefix is allowed.',
  ),
  allow_insecure_http: key(
    boolean,
    false,
    'Let people sign in although public_url is plain HTTP on another host than localhost: anyone in the network can read passwords and take over sessions.',
  ),
  trust_proxy: optional(networks, 'none', 'Addresses of the ingress, whose X-Forwarded-For is trusted.'),
};

/** Where the server listens, and where clients reach it. */
export interface HttpSettings {
  readonly host: string;
  readonly port: number;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** Addresses and networks whose X-Forwarded-For is trusted. */
  readonly trustProxy: readonly string[];
}

/** Where clients reach the server, without a trailing slash. */
export function publicUrlOf(reader: ConfigReader): string {
  const { read } = reader.of(HTTP_KEYS);
  return read('public_url') ?? `http://localhost:${read('port')}`;
}

// Browsers treat them as secure: what is sent to them does not leave the machine.
const LOCAL = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether sessions would cross a network unencrypted, which nobody has allowed. */
export function exposesSessions(reader: ConfigReader): boolean {
  const { protocol, hostname } = new URL(publicUrlOf(reader));
  return protocol === 'http:' && !LOCAL.test(hostname) && !reader.of(HTTP_KEYS).read('allow_insecure_http');
}

export function httpSettings(reader: ConfigReader): HttpSettings {
  const { read } = reader.of(HTTP_KEYS);
  return {
    host: read('host'),
    port: read('port'),
    publicUrl: publicUrlOf(reader),
    trustProxy: read('trust_proxy') ?? [],
  };
}
