import { hexOf, isSha256Digest } from '../../common/values/sha256-digest.js';
import {
  ARTIFACT_KINDS,
  type ArtifactAddress,
  type ArtifactKind,
  type UploadAddress,
} from './artifact-store.js';

/** Prefix of presigned uploads until they are verified. */
export const UPLOADS = 'uploads/';

const OBJECT_KEY = /^objects\/([a-z0-9_-]+)\/([a-z]+)\/([0-9a-f]{64})$/;
const UPLOAD_KEY =
  /^uploads\/([a-z0-9_-]+)\/(?:(manifest|bundle)|evidence\/([A-Za-z0-9._-]{1,64}))\/([0-9a-f]{64})$/;

/** The keys of the finished objects of one store: `<prefix>objects/<owner>/<kind>/<64 digits>`. */
export class ObjectKeys<Kind extends string> {
  /** Prefix of all of them. */
  readonly area: string;

  /** The key of an object that is written and deleted at each start. */
  readonly probe: string;

  /** @param prefix keeps the stores of a bucket apart: empty, or with a slash at its end */
  constructor(
    private readonly prefix: string,
    private readonly kinds: readonly Kind[],
  ) {
    this.area = `${prefix}objects/`;
    this.probe = `${prefix}write-check`;
  }

  /** The key of an object. */
  of({ orgKey, kind, digest }: ArtifactAddress<Kind>): string {
    return `${this.area}${orgKey}/${kind}/${hexOf(digest)}`;
  }

  /** The object that has this key; undefined for any other key. */
  readonly addressOf = (key: string): ArtifactAddress<Kind> | undefined => {
    if (!key.startsWith(this.prefix)) return undefined;
    const [, orgKey, name, hex] = OBJECT_KEY.exec(key.slice(this.prefix.length)) ?? [];
    const kind = this.kinds.find((known) => known === name);
    const digest = `sha256:${hex}`;
    if (orgKey === undefined || kind === undefined || !isSha256Digest(digest)) return undefined;
    return { orgKey, kind, digest };
  };
}

/** The keys of the registry's artifacts. */
export const ARTIFACT_KEYS = new ObjectKeys('', ARTIFACT_KINDS);

/** The key of a presigned upload of an artifact's bytes. */
export const uploadKeyOf = ({ orgKey, kind, digest, evidenceKind }: UploadAddress): string =>
  `${UPLOADS}${orgKey}/${kind === 'evidence' ? `evidence/${evidenceKind}` : kind}/${hexOf(digest)}`;

/** The upload with this key; undefined for any other key. */
export function addressOfUpload(key: string): UploadAddress | undefined {
  const [, orgKey, kind = 'evidence', evidenceKind = '', hex] = UPLOAD_KEY.exec(key) ?? [];
  const digest = `sha256:${hex}`;
  if (orgKey === undefined || !isSha256Digest(digest)) return undefined;
  return { orgKey, kind: kind as ArtifactKind, digest, evidenceKind };
}
