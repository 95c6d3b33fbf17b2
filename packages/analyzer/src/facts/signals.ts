import type { AuthSignal } from '../surface/surface.js';

/** Words in code that show in which way a server authenticates its callers, if it does. */
const AUTH: readonly (readonly [AuthSignal, RegExp])[] = [
  [
    'jwt',
    /\bjwtVerify\b|\bjwt\.(?:verify|decode)\b|jsonwebtoken|\bJWTVerifier\b|\bBearerAuthProvider\b|\bjwks\b|jwt\.Parse/u,
  ],
  [
    'oauth',
    /\brequireBearerAuth\b|\bmcpAuthRouter\b|\bOAuthServerProvider\b|\bProxyOAuthServerProvider\b|\bTokenVerifier\b|\bAuthSettings\b|\bOAuthProvider\b|auth\.RequireBearerToken|\bOAuth(?:Proxy|2PasswordBearer)\b/u,
  ],
  [
    'api_key',
    /(?<=(?:req(?:uest)?|ctx|c|r|scope|websocket|ws|info\.req)\b[\w.()]{0,20})headers?(?:\.get|\.Get|\[|\.|\(|\?\.)[^\n]{0,12}(?:authorization|x-api-key|api-key|x-(?:mcp|auth|access|session|proxy|admin|internal)-[\w-]{0,30}(?:auth|token|key|secret)\b)|\bAPIKeyHeader\b|\bauthenticate\s*:|\bbearerAuth\(|\bHTTPBearer\b|compare_digest|timingSafeEqual|ConstantTimeCompare|Header\.Get\("(?:Authorization|X-Api-Key)"\)/iu,
  ],
  ['basic', /\bHTTPBasic\b|express-basic-auth|basicAuth\(|\.BasicAuth\(\)/u],
  ['cookie', /\bcookie-session\b|express-session|\bSessionMiddleware\b|req\.cookies\b|request\.cookies\b/u],
  ['mtls', /requestCert\s*:\s*true|ssl_cert_reqs|RequireAndVerifyClientCert/u],
];

/** The authentication signals in a file's code. */
export function* authSignalsOf(text: string): Generator<AuthSignal> {
  for (const [signal, words] of AUTH) if (words.test(text)) yield signal;
}
