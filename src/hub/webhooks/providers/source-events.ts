import type { JsonObject } from '../../../common/values/json.js';
import { isStorableText } from '../../../common/values/text.js';
import { repositoryKey } from '../../mcps/repository-key.js';
import type { Sha256Digest } from '../../../common/values/sha256-digest.js';
import { at } from './json-path.js';
import type { RefChange, SourceEvent } from './webhook-provider.js';

const MAX_REF_LENGTH = 255;
const MAX_ADDRESS_LENGTH = 2048;

const COMMIT = /^([0-9a-f]{40}|[0-9a-f]{64})$/;
const NONE = /^0+$/;

/** A full commit hash; undefined for any other value, including the all-zero hash of a deleted ref. */
export const commitIn = (value: unknown): string | undefined =>
  typeof value === 'string' && COMMIT.test(value) && !NONE.test(value) ? value : undefined;

/** Whether a value is a ref that can be stored. */
export const isRef = (ref: unknown): ref is string => isStorableText(ref, MAX_REF_LENGTH) && ref !== '';

/** The change of a ref to the first valid hash in `commits`; empty if there is none, as for a deleted ref. */
export function changeTo(ref: unknown, ...commits: readonly unknown[]): RefChange[] {
  if (!isRef(ref)) return [];
  const commit = commits.map(commitIn).find((found) => found !== undefined);
  return commit === undefined ? [] : [{ commit, ref }];
}

/** The ref of a tag; undefined unless the value is a nonempty string. */
export const tagRef = (tag: unknown): string | undefined =>
  typeof tag === 'string' && tag !== '' ? `refs/tags/${tag}` : undefined;

/**
 * The event with these changes; undefined when there are none.
 * @param addresses paths in the payload of the repository's URLs
 */
export function sourceEvent(
  changes: readonly RefChange[],
  payload: JsonObject,
  addresses: readonly (readonly string[])[],
): SourceEvent | undefined {
  if (changes.length === 0) return undefined;
  const keys = addresses
    .map((path) => at(payload, ...path))
    .filter((address) => isStorableText(address, MAX_ADDRESS_LENGTH))
    .map(repositoryKey)
    .filter((key) => key !== '');
  return { kind: 'source', repositories: [...new Set(keys)], changes };
}

/** The id of a delivery: the id of its webhook, which all its deliveries share, and the digest of the body. */
export const deliveryOf = (webhookId: unknown, digest: Sha256Digest): string | undefined =>
  typeof webhookId === 'string' ? `${webhookId}:${digest}` : undefined;

/** Payload values that the examples of the providers share. */
export const EXAMPLE = {
  ref: 'refs/heads/main',
  commit: '1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d',
} as const;
