import type { JsonObject } from '../../common/values/json.js';
import { isStorableText } from '../../common/values/text.js';
import { repositoryKey } from '../mcps/repository-key.js';
import { at, listAt } from './json-path.js';
import type { CodeHost } from './webhook-values.js';

/** A commit to which a branch or tag of a repository has moved. */
export interface RefChange {
  /** Full hash; null where the host names a tag alone. */
  readonly commit: string | null;
  readonly ref: string;
}

/** A push or release, as far as it matters. */
export interface CodeHostEvent {
  /** Keys of the repository, by each of its addresses. */
  readonly repositories: readonly string[];
  readonly changes: readonly RefChange[];
}

const MAX_REF_LENGTH = 255;
const MAX_ADDRESS_LENGTH = 2048;
// Of a push of many branches at once; of each, only where it is now.
const MAX_CHANGES = 10;

const COMMIT = /^([0-9a-f]{40}|[0-9a-f]{64})$/;
const NONE = /^0+$/;

const commitIn = (value: unknown): string | undefined =>
  typeof value === 'string' && COMMIT.test(value) && !NONE.test(value) ? value : undefined;

/** A change to a commit; none where the ref was deleted. */
function changeTo(ref: unknown, ...commits: readonly unknown[]): RefChange[] {
  if (!isStorableText(ref, MAX_REF_LENGTH) || ref === '') return [];
  const commit = commits.map(commitIn).find((found) => found !== undefined);
  return commit === undefined ? [] : [{ commit, ref }];
}

const tagRef = (tag: unknown): string | undefined =>
  typeof tag === 'string' && tag !== '' ? `refs/tags/${tag}` : undefined;

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads */
function githubChanges(event: string, payload: JsonObject): RefChange[] {
  if (event === 'push') {
    if (at(payload, 'deleted') === true || commitIn(at(payload, 'after')) === undefined) return [];
    // `after` of an annotated tag is the tag; the commit is that of the head.
    return changeTo(at(payload, 'ref'), at(payload, 'head_commit', 'id'), at(payload, 'after'));
  }
  if (event !== 'release' || at(payload, 'action') !== 'published') return [];
  const ref = tagRef(at(payload, 'release', 'tag_name'));
  if (!isStorableText(ref, MAX_REF_LENGTH)) return [];
  return [{ ref, commit: commitIn(at(payload, 'release', 'target_commitish')) ?? null }];
}

/** https://docs.gitlab.com/user/project/integrations/webhook_events/ */
function gitlabChanges(event: string, payload: JsonObject): RefChange[] {
  if (event === 'Push Hook' || event === 'Tag Push Hook') {
    if (commitIn(at(payload, 'after')) === undefined) return [];
    return changeTo(at(payload, 'ref'), at(payload, 'checkout_sha'), at(payload, 'after'));
  }
  if (event !== 'Release Hook' || at(payload, 'action') !== 'create') return [];
  return changeTo(tagRef(at(payload, 'tag')), at(payload, 'commit', 'id'));
}

/** https://support.atlassian.com/bitbucket-cloud/docs/event-payloads/ */
function bitbucketChanges(event: string, payload: JsonObject): RefChange[] {
  if (event !== 'repo:push') return [];
  return listAt(payload, MAX_CHANGES, 'push', 'changes').flatMap((change) => {
    const name = at(change, 'new', 'name');
    if (typeof name !== 'string' || name === '') return [];
    const kind = at(change, 'new', 'type') === 'tag' ? 'tags' : 'heads';
    return changeTo(`refs/${kind}/${name}`, at(change, 'new', 'target', 'hash'));
  });
}

const HOSTS: Readonly<
  Record<
    CodeHost,
    {
      readonly changes: (event: string, payload: JsonObject) => RefChange[];
      /** Where the payload has addresses of the repository. */
      readonly addresses: readonly (readonly string[])[];
    }
  >
> = {
  github: {
    changes: githubChanges,
    addresses: ['html_url', 'clone_url', 'ssh_url'].map((name) => ['repository', name]),
  },
  gitlab: {
    changes: gitlabChanges,
    addresses: ['web_url', 'git_http_url', 'git_ssh_url'].map((name) => ['project', name]),
  },
  bitbucket: { changes: bitbucketChanges, addresses: [['repository', 'links', 'html', 'href']] },
};

/** The push or release that a delivery tells of; undefined for whatever else it tells. */
export function codeHostEventOf(
  host: CodeHost,
  event: string,
  payload: JsonObject,
): CodeHostEvent | undefined {
  const { changes, addresses } = HOSTS[host];
  const found = changes(event, payload);
  if (found.length === 0) return undefined;
  const keys = addresses
    .map((path) => at(payload, ...path))
    .filter((address) => isStorableText(address, MAX_ADDRESS_LENGTH))
    .map(repositoryKey)
    .filter((key) => key !== '');
  return { repositories: [...new Set(keys)], changes: found };
}
