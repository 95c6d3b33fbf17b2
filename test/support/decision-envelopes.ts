import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import {
  DECISIONS_PAYLOAD,
  preAuthenticationEncoding,
  publicKeyOf,
  type DecisionEntry,
  type DecisionsDocument,
  type DsseEnvelope,
  type PublicKey,
} from '@mcp-hub/client-configurations/decisions';

/** A key that signs decisions. */
export interface DecisionSigner {
  readonly key: KeyObject;
  readonly jwk: PublicKey;
}

export function decisionSigner(): DecisionSigner {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const jwk = publicKeyOf(publicKey.export({ format: 'jwk' }));
  if (jwk === undefined) throw new Error('a new key is valid');
  return { key: privateKey, jwk };
}

export function signedDecisions(document: DecisionsDocument, { key, jwk }: DecisionSigner): DsseEnvelope {
  const payload = Buffer.from(JSON.stringify(document));
  const sig = sign(null, preAuthenticationEncoding(DECISIONS_PAYLOAD, payload), key).toString('base64');
  return {
    payloadType: DECISIONS_PAYLOAD,
    payload: payload.toString('base64'),
    signatures: [{ keyid: jwk.kid, sig }],
  };
}

/** The decision about a version of npm. */
export const npmDecision = (
  name: string,
  version: string,
  reasons: readonly string[] = [],
): DecisionEntry => ({
  name: `acme/${name}`,
  kind: 'npm',
  version: `commit-${version}`,
  semver: version,
  digest: `sha256:${'a'.repeat(64)}`,
  decision: reasons.length === 0 ? 'ALLOWED' : 'DENIED',
  reasons,
  policy: reasons.length === 0 ? null : { id: '0b1d2f3a-4c5e-4f60-8a7b-9c0d1e2f3a4c', name: 'Minimum' },
  warnings: [],
  score: 80,
  package: { name, version },
  bundle: null,
  surface_digest: null,
  surface: null,
  references: [
    { name: `npm:${name}`, versions: [`commit-${version}`, 'latest'], numbers: [version], commits: [] },
  ],
});

/** Decisions of an organization that were issued an hour ago. */
export function decisionsOf(
  entries: readonly DecisionEntry[],
  change: Partial<DecisionsDocument> = {},
): DecisionsDocument {
  const issued = Date.now() - 3_600_000;
  return {
    schema_version: 1,
    organization: { id: '11111111-1111-4111-8111-111111111111', slug: 'acme' },
    environment: 'production',
    revision: issued,
    issued_at: new Date(issued).toISOString(),
    valid_until: new Date(issued + 86_400_000).toISOString(),
    ask_again_seconds: 900,
    code_hosts: ['github.com'],
    policies_applied: 1,
    surface_changes: 'report',
    denied_left_out: 0,
    entries,
    ...change,
  };
}
