import { hexOf, isSha256Digest } from '../../common/values/sha256-digest.js';
import type { ArtifactAddress, ArtifactKind } from './artifact-store.js';

/** Where finished objects are. */
export const OBJECTS = 'objects/';

/** Where clients put bytes by presigned URLs, until they are verified. */
export const UPLOADS = 'uploads/';

const KEY = /^[a-z]+\/([a-z0-9_-]+)\/(manifest|bundle|evidence)\/([0-9a-f]{64})$/;

/** The key of an artifact's bytes. */
export const keyOf = (area: string, { org, kind, digest }: ArtifactAddress): string =>
  `${area}${org}/${kind}/${hexOf(digest)}`;

/** The artifact whose key this is; undefined for a key of something else. */
export function addressOf(key: string): ArtifactAddress | undefined {
  const [, org, kind, hex] = KEY.exec(key) ?? [];
  const digest = `sha256:${hex}`;
  if (org === undefined || kind === undefined || !isSha256Digest(digest)) return undefined;
  return { org, kind: kind as ArtifactKind, digest };
}
