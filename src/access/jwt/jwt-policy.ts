import type { JWTHeaderParameters } from 'jose';
import type { EnterpriseSettings, OssSettings } from '../../config/registry-auth.js';
import { REMOTE_ALGORITHMS, type RemoteKeySet } from './remote-key-set.js';
import type { VerificationKey } from './verified-jwts.js';

/** Which JWTs are valid: everything that differs between the authentication modes. */
export interface JwtPolicy {
  readonly algorithms: readonly string[];
  /** Compared exactly, including any trailing slash. */
  readonly issuer: string;
  readonly audience: string;
  /** Whether `aud` may be a list that contains the audience; otherwise it must equal it. */
  readonly audienceMayBeList: boolean;
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

/** JWTs of an identity provider, which may name several audiences (RFC 7519, 4.1.3). */
export const enterprisePolicy = (
  { issuer, audience }: EnterpriseSettings,
  keys: Pick<RemoteKeySet, 'find'>,
): JwtPolicy => ({
  algorithms: REMOTE_ALGORITHMS,
  issuer,
  audience,
  audienceMayBeList: true,
  keyOf: ({ alg, kid }) => keys.find(alg, kid),
});
