import { createPublicKey, verify } from 'node:crypto';
import { isObject } from './json.js';
import type { PublicKey } from './public-keys.js';

// An envelope of the hub has one.
const MAX_SIGNATURES = 16;

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

/** The media type of an in-toto statement. */
export const IN_TOTO_PAYLOAD = 'application/vnd.in-toto+json';

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

const isSignature = (value: unknown): value is DsseEnvelope['signatures'][number] =>
  isObject(value) && typeof value['keyid'] === 'string' && typeof value['sig'] === 'string';

/** Whether a JSON value has the form of an envelope. */
export const isEnvelope = (value: unknown): value is DsseEnvelope =>
  isObject(value) &&
  typeof value['payloadType'] === 'string' &&
  typeof value['payload'] === 'string' &&
  Array.isArray(value['signatures']) &&
  value['signatures'].length <= MAX_SIGNATURES &&
  value['signatures'].every(isSignature);

/** The document in an envelope of a type, if one of the keys has signed it; undefined otherwise. */
export function signedPayload(
  envelope: unknown,
  payloadType: string,
  keys: readonly PublicKey[],
): Buffer | undefined {
  if (!isEnvelope(envelope) || envelope.payloadType !== payloadType) return undefined;
  const payload = Buffer.from(envelope.payload, 'base64');
  const signed = preAuthenticationEncoding(payloadType, payload);
  const isSigned = envelope.signatures.some(({ keyid, sig }) => {
    const jwk = keys.find(({ kid }) => kid === keyid);
    if (jwk === undefined) return false;
    const { kty, crv, x } = jwk;
    return verify(
      null,
      signed,
      createPublicKey({ key: { kty, crv, x }, format: 'jwk' }),
      Buffer.from(sig, 'base64'),
    );
  });
  return isSigned ? payload : undefined;
}
