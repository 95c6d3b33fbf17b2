import { createHash } from 'node:crypto';

const FORM = /^sha256:[0-9a-f]{64}$/;

/** `sha256:` and 64 lower-case hexadecimal digits (registry contract 7). Created only by the functions below. */
export type Sha256Digest = string & { readonly __brand: 'Sha256Digest' };

/** The rule in an error message. */
export const SHA256_DIGEST_RULE = 'must be sha256: followed by 64 lower-case hexadecimal digits';

/** Whether `text` has the form of a digest. */
export const isSha256Digest = (text: unknown): text is Sha256Digest =>
  typeof text === 'string' && FORM.test(text);

/** The digest of bytes in memory. */
export const sha256Of = (bytes: Uint8Array | string): Sha256Digest =>
  `sha256:${createHash('sha256').update(bytes).digest('hex')}` as Sha256Digest;

/** The 64 hexadecimal digits of a digest. */
export const hexOf = (digest: Sha256Digest): string => digest.slice('sha256:'.length);
