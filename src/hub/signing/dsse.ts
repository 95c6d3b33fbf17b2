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
