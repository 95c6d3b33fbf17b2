import { createPublicKey, verify, type JsonWebKey } from 'node:crypto';

/** A signed document, as it is stored and served. */
export interface Envelope {
  readonly payloadType: string;
  readonly payload: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

/** A public key of a JWKS. */
export type PublishedKey = JsonWebKey & { readonly kid: string };

/** Whether one of the keys has signed an envelope: as the DSSE specification says, with nothing of the product. */
export function isSignedBy(envelope: Envelope, keys: readonly PublishedKey[]): boolean {
  const payload = Buffer.from(envelope.payload, 'base64');
  const header = `DSSEv1 ${Buffer.byteLength(envelope.payloadType)} ${envelope.payloadType} ${payload.length} `;
  const signed = Buffer.concat([Buffer.from(header), payload]);
  return envelope.signatures.some(({ keyid, sig }) => {
    const key = keys.find(({ kid }) => kid === keyid);
    return (
      key !== undefined &&
      verify(null, signed, createPublicKey({ key, format: 'jwk' }), Buffer.from(sig, 'base64'))
    );
  });
}
