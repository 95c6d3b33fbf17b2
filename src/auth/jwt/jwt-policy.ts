import type { JWTHeaderParameters } from 'jose';
import type { EnterpriseSettings, OssSettings } from '../../config/registry-auth.js';
import { CLOCK_LEEWAY_SECONDS } from './jwt-times.js';
import { REMOTE_ALGORITHMS } from './remote-key-set.js';
import type { VerificationKey } from './verified-jwts.js';

/** Which JWTs are valid: everything that differs between the authentication modes. */
export interface JwtPolicy {
  readonly algorithms: readonly string[];
  /** Compared exactly, including any trailing slash. */
  readonly issuer: string;
  readonly audience: string;
  /** Whether `aud` may be a list that contains the audience; otherwise it must equal it. */
  readonly audienceMayBeList: boolean;
  /** Seconds by which `nbf` and `iat` may be in the future; absent for JWTs of this server's own clock. */
  readonly leeway?: number;
  /** The key to verify a token with; undefined if there is none. */
  keyOf(header: JWTHeaderParameters): Promise<VerificationKey | undefined>;
}

/** The algorithm of the JWTs that the registry itself issues. */
export const OSS_ALGORITHM = 'HS256';

/** The registry's own JWTs (registry contract 21: `aud` is a string). */
export function ossPolicy({ issuer, audience, issuerSecret }: OssSettings): JwtPolicy {
  const key = new TextEncoder().encode(issuerSecret);
  return {
    algorithms: [OSS_ALGORITHM],
    issuer,
    audience,
    audienceMayBeList: false,
    keyOf: () => Promise.resolve(key),
  };
}

/** The keys of an identity provider. */
export interface SigningKeys {
  find(algorithm: string, keyId: string | undefined): Promise<VerificationKey | undefined>;
}

/** JWTs of an identity provider, which may name several audiences (RFC 7519, 4.1.3). */
export const foreignPolicy = (
  { issuer, audience }: Pick<EnterpriseSettings, 'issuer' | 'audience'>,
  keys: SigningKeys,
): JwtPolicy => ({
  algorithms: REMOTE_ALGORITHMS,
  issuer,
  audience,
  audienceMayBeList: true,
  leeway: CLOCK_LEEWAY_SECONDS,
  keyOf: ({ alg, kid }) => keys.find(alg, kid),
});
