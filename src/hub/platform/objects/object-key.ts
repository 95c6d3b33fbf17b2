import {
  HUB_OBJECT_KINDS,
  type ArtifactAddress,
  type HubObjectKind,
} from '../../../storage/artifacts/artifact-store.js';
import { hexOf, isSha256Digest } from '../../../common/values/sha256-digest.js';
import { isUuid } from '../../../common/values/uuid.js';

/** The address of an object in the hub's store. */
export type HubObjectAddress = ArtifactAddress<HubObjectKind>;

const FORM = /^objects\/([^/]+)\/([^/]+)\/([^/]+)$/;

/** The key that rows name: `objects/<owner>/<kind>/<64 digits>`, the same in files and in a bucket. */
export const objectKey = ({ orgKey, kind, digest }: HubObjectAddress): string =>
  `objects/${orgKey}/${kind}/${hexOf(digest)}`;

/** The object with this key. @throws when no object can have it */
export function objectAddress(key: string): HubObjectAddress {
  const [, orgKey, name, hex] = FORM.exec(key) ?? [];
  const kind = HUB_OBJECT_KINDS.find((known) => known === name);
  const digest = `sha256:${hex}`;
  if (!isUuid(orgKey) || kind === undefined || !isSha256Digest(digest)) {
    throw new Error(`no object has the key ${JSON.stringify(key)}`);
  }
  return { orgKey, kind, digest };
}
