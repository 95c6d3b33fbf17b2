import type { JsonObject } from '../../../../common/values/json.js';
import { at } from './json-path.js';
import { hexHmac } from './signatures.js';
import {
  changeOf,
  changeTo,
  commitIn,
  EXAMPLE,
  fieldAt,
  isNone,
  sourceEvent,
  tagRef,
  type RepositoryFields,
} from './source-events.js';
import type { RefChange, WebhookProvider } from './webhook-provider.js';

// `published` comes for every release, and one of the others with it. A draft is none of them.
const RELEASED = new Set<unknown>(['published', 'released', 'prereleased']);

function changesIn(event: string, payload: JsonObject): RefChange[] {
  if (event === 'push') {
    const [ref, before] = [at(payload, 'ref'), at(payload, 'before')];
    if (at(payload, 'deleted') === true || commitIn(at(payload, 'after')) === undefined) return [];
    // For an annotated tag, `after` is the tag object; the commit is that of `head_commit`.
    const commits = [at(payload, 'head_commit', 'id'), at(payload, 'after')];
    const isForward = at(payload, 'forced') === false || isNone(before);
    return changeTo(ref, commits, { previous: before, isForward });
  }
  if (event === 'repository' && at(payload, 'action') === 'edited') {
    if (at(payload, 'changes', 'default_branch') === undefined) return [];
    // The other branch may be behind the one before.
    return [{ ref: 'HEAD', commit: null, previous: null, isForward: false }];
  }
  if (event !== 'release' || !RELEASED.has(at(payload, 'action'))) return [];
  if (at(payload, 'release', 'draft') === true) return [];
  // `target_commitish` says where the tag would be created if there were none, not where it is.
  return changeOf(tagRef(at(payload, 'release', 'tag_name')));
}

/** The path that a repository had until this event; undefined unless it is about a new one. */
function previousPath(event: string, payload: JsonObject): unknown {
  if (event !== 'repository') return undefined;
  const [owner, name] = [at(payload, 'repository', 'owner', 'login'), at(payload, 'repository', 'name')];
  const from = (...path: string[]): unknown => at(payload, 'changes', ...path);
  switch (at(payload, 'action')) {
    case 'renamed':
      return `${String(owner)}/${String(from('repository', 'name', 'from'))}`;
    case 'transferred': {
      const login = from('owner', 'from', 'user', 'login') ?? from('owner', 'from', 'organization', 'login');
      return `${String(login)}/${String(name)}`;
    }
    default:
      return undefined;
  }
}

function fieldsOf(event: string, payload: JsonObject): RepositoryFields {
  const field = fieldAt(payload, 'repository');
  return {
    id: field('id'),
    addresses: ['html_url', 'clone_url', 'ssh_url'].map(field),
    previousPath: previousPath(event, payload),
    defaultBranch: field('default_branch'),
  };
}

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads */
export const github: WebhookProvider = {
  title: 'GitHub',
  signature: hexHmac('X-Hub-Signature-256'),
  deliveryId: ({ headers }) => headers['x-github-delivery'],
  eventName: ({ headers }) => headers['x-github-event'],
  read: (event, payload, context) =>
    sourceEvent(changesIn(event, payload), fieldsOf(event, payload), context),
  example: {
    ref: EXAMPLE.ref,
    before: EXAMPLE.before,
    after: EXAMPLE.commit,
    forced: false,
    deleted: false,
    head_commit: { id: EXAMPLE.commit },
    repository: { id: 1_296_269, clone_url: 'https://github.com/acme/files.git', default_branch: 'main' },
  },
};
