import { isStorableText } from '../../common/values/text.js';
import { ResourcePattern } from '../rules/resource-pattern.js';
import type { JwtOrigin } from './jwt-expiry.js';

const MAX_SUBJECT_LENGTH = 255;

/** The claims that the registry reads from a JWT whose signature, times, issuer and audience are valid. */
export interface JwtClaims extends JwtOrigin {
  readonly subject: string;
  readonly scopes: readonly string[];
  readonly resources: readonly ResourcePattern[];
  /** `exp`, seconds since 1970. */
  readonly expiresAt: number;
  /** The registry issued it at a login, so the user's current memberships limit it too. */
  readonly login: boolean;
  /** The local account that logged in; undefined in JWTs of older servers. */
  readonly account: string | undefined;
}

const isStringArray = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

const isInteger = (value: unknown): value is number => Number.isInteger(value);

/**
 * Reads the claims of a JWT (registry contract 21); undefined when a required one is missing or one has the wrong type.
 * `orgs` must be valid but is not used: authority comes from `scopes` and `resources`.
 */
export function readJwtClaims(payload: Readonly<Record<string, unknown>>): JwtClaims | undefined {
  const { sub, scopes, resources, orgs = [], exp, iat, login, account, credentials } = payload;
  // An unpaired surrogate is stored as U+FFFD, which is another subject.
  if (sub === '' || !isStorableText(sub, MAX_SUBJECT_LENGTH)) return undefined;
  if (!isInteger(exp) || !isStringArray(scopes) || !isStringArray(resources) || !isStringArray(orgs)) {
    return undefined;
  }
  return {
    subject: sub,
    scopes,
    resources: ResourcePattern.parseAll(resources),
    expiresAt: exp,
    login: login === true,
    account: typeof account === 'string' ? account : undefined,
    issuedAt: typeof iat === 'number' ? iat : undefined,
    credentials: login === true && typeof credentials === 'number' ? credentials : undefined,
  };
}
