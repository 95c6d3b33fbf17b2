import { createHash, X509Certificate } from 'node:crypto';
import type { SignedData } from 'pkijs';

/** SHA-256, SHA-384 and SHA-512. */
const DIGESTS = new Set([1, 2, 3].map((last) => `2.16.840.1.101.3.4.2.${last}`));
/** The library's code for a digest that is another one. */
const MISMATCH = 15;

/** Who has signed a bundle, as the certificate says. */
export interface Signer {
  readonly subject: string;
  readonly issuer: string;
  /** SHA-256 of the certificate, in hex. */
  readonly fingerprint: string;
  /** RFC 3339. */
  readonly validFrom: string;
  readonly validTo: string;
  readonly isSelfSigned: boolean;
}

/** What is known of the signature of a bundle. */
export type Signature =
  | { readonly status: 'none' }
  /** The bundle is what was signed. Whether its signer is to be trusted, nobody has said. */
  | { readonly status: 'intact'; readonly signer: Signer }
  /** The bundle is not what was signed, or the signature is broken. */
  | { readonly status: 'broken'; readonly reason: string }
  /** There is a signature that cannot be compared with the bundle. */
  | { readonly status: 'unchecked'; readonly reason: string };

function signerOf(der: Uint8Array): Signer {
  const certificate = new X509Certificate(der);
  const named = (text: string): string =>
    /(?:^|\n)CN=([^\n]*)/u.exec(text)?.[1] ?? text.replaceAll('\n', ', ');
  return {
    subject: named(certificate.subject),
    issuer: named(certificate.issuer),
    fingerprint: createHash('sha256').update(certificate.raw).digest('hex'),
    validFrom: new Date(certificate.validFrom).toISOString(),
    validTo: new Date(certificate.validTo).toISOString(),
    isSelfSigned: certificate.verify(certificate.publicKey),
  };
}

/** Copies to a buffer of its own, as the library reads the whole of one. */
const owned = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
const unchecked = (reason: string): Signature => ({ status: 'unchecked', reason });

/**
 * Compares a signature with the bundle that it is behind. The signer's certificate is not compared with any that is trusted: that
 * is up to the reader, who sees its fingerprint.
 * @param signature PKCS#7 in DER
 * @param signed the bytes that may have been signed
 */
export async function checkedSignature(
  signature: Uint8Array,
  signed: readonly Uint8Array[],
): Promise<Signature> {
  // Few bundles are signed, and the library is large.
  const { ContentInfo, SignedData } = await import('pkijs');
  let data: SignedData;
  try {
    data = new SignedData({ schema: ContentInfo.fromBER(owned(signature)).content });
  } catch {
    return unchecked('it is no PKCS#7 that can be read');
  }
  const [info, ...others] = data.signerInfos;
  if (info === undefined || others.length > 0) return unchecked('it has not exactly one signer');
  // The library would compare that content instead of the bundle.
  if (data.encapContentInfo.eContent !== undefined) return unchecked('it is about content of its own');
  if (!DIGESTS.has(info.digestAlgorithm.algorithmId)) return unchecked('it uses a digest other than SHA-2');
  for (const bytes of signed) {
    const result = await verified(data, bytes);
    if (result !== 'other') return result;
  }
  return { status: 'broken', reason: 'the bundle is not what was signed' };
}

/** What the comparison with some bytes says; `other` if they are not those that were signed. */
async function verified(data: SignedData, bytes: Uint8Array): Promise<Signature | 'other'> {
  try {
    const options = { signer: 0, data: owned(bytes), checkChain: false, extendedMode: true } as const;
    const { signatureVerified: isVerified, signerCertificate: certificate } = await data.verify(options);
    if (isVerified !== true || !certificate) return 'other';
    return { status: 'intact', signer: signerOf(new Uint8Array(certificate.toSchema(true).toBER())) };
  } catch (error) {
    const { code, signatureVerified: isVerified } = error as { code?: number; signatureVerified?: boolean };
    return code === MISMATCH || isVerified === false ? 'other' : unchecked('it cannot be compared');
  }
}
