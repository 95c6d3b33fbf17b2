import type { JsonObject } from '../../../../common/values/json.js';
import { isRepositoryUrl } from '../../../../common/values/repository-url.js';
import { isStorableText } from '../../../../common/values/text.js';
import { repositoryKey } from '@mcp-hub/client-configurations/names';
import type { Sha256Digest } from '../../../../common/values/sha256-digest.js';
import { at } from './json-path.js';
import type {
  OtherEvent,
  ReadingContext,
  RefChange,
  SentRepository,
  SourceEvent,
} from './webhook-provider.js';

const MAX_REF_LENGTH = 255;
const MAX_ADDRESS_LENGTH = 2048;

const COMMIT = /^([0-9a-f]{40}|[0-9a-f]{64})$/;
const NONE = /^0+$/;
// Numbers on GitHub and GitLab, UUIDs in braces on Bitbucket.
const ID = /^[A-Za-z0-9{}_-]{1,64}$/;

/** A full commit hash; undefined for any other value, including the all-zero hash of a deleted ref. */
export const commitIn = (value: unknown): string | undefined =>
  typeof value === 'string' && COMMIT.test(value) && !NONE.test(value) ? value : undefined;

/** Whether a value is the all-zero hash, which a new ref had before. */
export const isNone = (value: unknown): boolean =>
  typeof value === 'string' && COMMIT.test(value) && NONE.test(value);

/** Whether a value is a ref that can be stored. */
const isRef = (ref: unknown): ref is string => isStorableText(ref, MAX_REF_LENGTH) && ref !== '';

/** The change of a ref to the first valid hash in `commits`; empty if there is none, as for a deleted ref. */
export function changeTo(
  ref: unknown,
  commits: readonly unknown[],
  { previous, isForward }: { readonly previous: unknown; readonly isForward: boolean },
): RefChange[] {
  if (!isRef(ref)) return [];
  const commit = commits.map(commitIn).find((found) => found !== undefined);
  return commit === undefined ? [] : [{ ref, commit, previous: commitIn(previous) ?? null, isForward }];
}

/** A ref whose commit the code host is asked for. */
export const changeOf = (ref: unknown): RefChange[] =>
  isRef(ref) ? [{ ref, commit: null, previous: null, isForward: true }] : [];

/** The ref of a tag; undefined unless the value is a nonempty string. */
export const tagRef = (tag: unknown): string | undefined =>
  typeof tag === 'string' && tag !== '' ? `refs/tags/${tag}` : undefined;

/** The full name of a branch; null unless the value is its name. */
const branchRef = (name: unknown): string | null =>
  isRef(name) && name.length < MAX_REF_LENGTH - 'refs/heads/'.length ? `refs/heads/${name}` : null;

/** Where a payload describes the repository. */
export interface RepositoryFields {
  readonly id: unknown;
  readonly addresses: readonly unknown[];
  /** Its path before this event, such as `acme/files`. */
  readonly previousPath?: unknown;
  readonly defaultBranch: unknown;
}

/** The event with these changes; one without an effect if it says nothing: no change, and no new name. */
export function sourceEvent(
  changes: readonly RefChange[],
  fields: RepositoryFields,
  { hosts }: Pick<ReadingContext, 'hosts'>,
): SourceEvent | OtherEvent {
  const repository = sentRepository(fields, hosts);
  if (changes.length === 0 && fields.previousPath === undefined) return { kind: 'other', repository };
  return { kind: 'source', repository, changes };
}

/** A repository on one of the hosts; a sender speaks for those of its own kind. */
function sentRepository(
  { id, addresses, previousPath, defaultBranch }: RepositoryFields,
  hosts: readonly string[],
): SentRepository {
  const ofItsKind = addresses
    .filter((address) => isStorableText(address, MAX_ADDRESS_LENGTH))
    .map((address) => ({ address, key: repositoryKey(address) }))
    .filter(({ key }) => hosts.includes(hostOf(key)));
  // A repository is on one host, whose id it has.
  const known = ofItsKind.filter(({ key }) => hostOf(key) === hostOf(ofItsKind[0]?.key ?? ''));
  const keys = [...new Set(known.map(({ key }) => key))];
  const [key = ''] = keys;
  const host = hostOf(key);
  const page = known.find(({ address }) => /^https?:/i.test(address) && isRepositoryUrl(address));
  const isId = (typeof id === 'number' && Number.isSafeInteger(id)) || typeof id === 'string';
  const text = isId ? String(id) : '';
  return {
    identity: key !== '' && ID.test(text) ? `${host}#${text}` : null,
    keys,
    previousKeys:
      // Without a host, the path could name one.
      host !== '' && isStorableText(previousPath, MAX_ADDRESS_LENGTH) && previousPath !== ''
        ? [repositoryKey(`https://${host}/${previousPath}`)].filter((previous) => !keys.includes(previous))
        : [],
    url: (page?.address ?? `https://${key}`).replace(/\.git$/, ''),
    defaultBranch: branchRef(defaultBranch),
  };
}

const hostOf = (key: string): string => key.slice(0, Math.max(0, key.indexOf('/')));

/** The fields of a repository at this path of the payload. */
export const fieldAt =
  (payload: JsonObject, ...path: readonly string[]) =>
  (name: string): unknown =>
    at(payload, ...path, name);

/** The id of a delivery: the id of its webhook, which all its deliveries share, and the digest of the body. */
export const deliveryOf = (webhookId: unknown, digest: Sha256Digest): string | undefined =>
  typeof webhookId === 'string' ? `${webhookId}:${digest}` : undefined;

/** Payload values that the examples of the providers share. */
export const EXAMPLE = {
  ref: 'refs/heads/main',
  commit: '1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d',
  before: '0f1e2d3c4b5a69788796a5b4c3d2e1f001122334',
} as const;
