import { createHmac, timingSafeEqual } from 'node:crypto';
import { isSha256Digest, type Sha256Digest } from '../../../common/values/sha256-digest.js';

/** What the URL of an upload allows: to send these bytes, once, until then. */
export interface UploadCapability {
  readonly uploadId: string;
  readonly digest: Sha256Digest;
  readonly maxBytes: number;
  /** In seconds since 1970. */
  readonly expires: number;
}

/** The query of an upload's URL, as it was received. */
export interface UploadUrlParameters {
  readonly digest?: string;
  readonly max_bytes?: string;
  readonly expires?: string;
  readonly signature?: string;
}

const INTEGER = /^[1-9]\d{0,14}$/;
const SIGNATURE = /^[\w-]{43}$/;

/** The query of an upload's URL, with its signature: an HMAC-SHA256 over all that it allows. */
export function signedQuery(key: string, capability: UploadCapability): string {
  const { digest, maxBytes, expires } = capability;
  const signature = signatureOf(key, capability).toString('base64url');
  return new URLSearchParams({
    digest,
    max_bytes: String(maxBytes),
    expires: String(expires),
    signature,
  }).toString();
}

/** The capability in the URL of an upload, which may have expired; undefined unless this key has signed it. */
export function verifiedCapability(
  key: string,
  uploadId: string,
  { digest, max_bytes: maxBytes = '', expires = '', signature = '' }: UploadUrlParameters,
): UploadCapability | undefined {
  if (!isSha256Digest(digest) || !INTEGER.test(maxBytes) || !INTEGER.test(expires)) return undefined;
  if (!SIGNATURE.test(signature)) return undefined;
  const capability = { uploadId, digest, maxBytes: Number(maxBytes), expires: Number(expires) };
  const isGenuine = timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(key, capability));
  return isGenuine ? capability : undefined;
}

const signatureOf = (key: string, { uploadId, digest, maxBytes, expires }: UploadCapability): Buffer =>
  createHmac('sha256', Buffer.from(key, 'base64url'))
    .update(JSON.stringify(['PUT', uploadId, digest, maxBytes, expires]))
    .digest();
