import canonicalize from 'canonicalize';
import type { Ed25519PublicJwk } from '../../../common/values/ed25519.js';
import { isObject, type JsonObject } from '../../../common/values/json.js';
import { signedPayload, type DsseEnvelope } from '@mcp-hub/client-configurations/decisions';
import type { HubSigner } from './hub-signer.js';

/** A signed statement: its canonical JSON (RFC 8785) in an envelope. */
export function signStatement(signer: HubSigner, payloadType: string, statement: object): DsseEnvelope {
  const canonical = canonicalize(statement);
  if (canonical === undefined) throw new Error('the statement is not JSON');
  return signer.envelope(payloadType, Buffer.from(canonical));
}

/** The statement in an envelope of a type, if one of the keys has signed it; undefined otherwise. */
export function signedStatement(
  envelope: unknown,
  payloadType: string,
  keys: readonly Ed25519PublicJwk[],
): JsonObject | undefined {
  const payload = signedPayload(envelope, payloadType, keys);
  if (payload === undefined) return undefined;
  try {
    const statement: unknown = JSON.parse(payload.toString('utf8'));
    return isObject(statement) ? statement : undefined;
  } catch {
    return undefined;
  }
}
