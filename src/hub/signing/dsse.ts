import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { isObject } from '../../common/values/json.js';
import type { Ed25519PublicJwk } from '../../common/values/ed25519.js';

/** A signed document: an envelope of DSSE v1.0.2, a format that in-toto and Sigstore use. */
export interface DsseEnvelope {
  readonly payloadType: string;
  /** Base64 of the document. */
  readonly payload: string;
  readonly signatures: readonly {
    /** Id of the key in the key set. */
    readonly keyid: string;
    /** Base64 of the signature over `preAuthenticationEncoding`. */
    readonly sig: string;
  }[];
}

/** The media type of the payload. */
export const IN_TOTO_PAYLOAD = 'application/vnd.in-toto+json';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The bytes that a signature covers: PAE of DSSE, `DSSEv1 <length> <type> <length> <payload>`. */
export function preAuthenticationEncoding(payloadType: string, payload: Uint8Array): Buffer {
  const type = Buffer.from(payloadType);
  return Buffer.concat([
    Buffer.from(`DSSEv1 ${type.length} `),
    type,
    Buffer.from(` ${payload.length} `),
    payload,
  ]);
}

/** The payload of an envelope that one of the keys has signed; undefined otherwise. */
export function verifiedPayload(envelope: unknown, keys: readonly Ed25519PublicJwk[]): Buffer | undefined {
  if (!isObject(envelope)) return undefined;
  const { payloadType, payload, signatures } = envelope;
  if (typeof payloadType !== 'string' || !isBase64(payload) || !Array.isArray(signatures)) return undefined;
  const bytes = Buffer.from(payload, 'base64');
  const signed = preAuthenticationEncoding(payloadType, bytes);
  const isSigned = signatures.some((signature: unknown) => {
    if (!isObject(signature) || !isBase64(signature['sig'])) return false;
    const key = keys.find(({ kid }) => kid === signature['keyid']);
    return key !== undefined && verify(null, signed, keyOf(key), Buffer.from(signature['sig'], 'base64'));
  });
  return isSigned ? bytes : undefined;
}

const isBase64 = (value: unknown): value is string => typeof value === 'string' && BASE64.test(value);

const keyOf = ({ kty, crv, x }: Ed25519PublicJwk): KeyObject =>
  createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
