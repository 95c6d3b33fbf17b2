import { hexOf, isSha256Digest } from '../../common/values/sha256-digest.js';
import type { ArtifactAddress, ArtifactKind, UploadAddress } from './artifact-store.js';

/** Prefix of finished objects. */
export const OBJECTS = 'objects/';

/** Prefix of presigned uploads until they are verified. */
export const UPLOADS = 'uploads/';

const OBJECT_KEY = /^objects\/([a-z0-9_-]+)\/(manifest|bundle|evidence)\/([0-9a-f]{64})$/;
const UPLOAD_KEY =
  /^uploads\/([a-z0-9_-]+)\/(?:(manifest|bundle)|evidence\/([A-Za-z0-9._-]{1,64}))\/([0-9a-f]{64})$/;

/** The key of an artifact's bytes. */
export const objectKeyOf = ({ orgKey, kind, digest }: ArtifactAddress): string =>
  `${OBJECTS}${orgKey}/${kind}/${hexOf(digest)}`;

/** The key of a presigned upload of an artifact's bytes. */
export const uploadKeyOf = ({ orgKey, kind, digest, evidenceKind }: UploadAddress): string =>
  `${UPLOADS}${orgKey}/${kind === 'evidence' ? `evidence/${evidenceKind}` : kind}/${hexOf(digest)}`;

/** The artifact whose bytes have this key; undefined for any other key. */
export function addressOfObject(key: string): ArtifactAddress | undefined {
  const [, orgKey, kind, hex] = OBJECT_KEY.exec(key) ?? [];
  const digest = `sha256:${hex}`;
  if (orgKey === undefined || kind === undefined || !isSha256Digest(digest)) return undefined;
  return { orgKey, kind: kind as ArtifactKind, digest };
}

/** The upload with this key; undefined for any other key. */
export function addressOfUpload(key: string): UploadAddress | undefined {
  const [, orgKey, kind = 'evidence', evidenceKind = '', hex] = UPLOAD_KEY.exec(key) ?? [];
  const digest = `sha256:${hex}`;
  if (orgKey === undefined || !isSha256Digest(digest)) return undefined;
  return { orgKey, kind: kind as ArtifactKind, digest, evidenceKind };
}
