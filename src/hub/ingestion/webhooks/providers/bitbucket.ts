import type { JsonObject } from '../../../../common/values/json.js';
import { at, listAt } from './json-path.js';
import { hexHmac } from './signatures.js';
import {
  changeTo,
  deliveryOf,
  EXAMPLE,
  fieldAt,
  sourceEvent,
  type RepositoryFields,
} from './source-events.js';
import type { RefChange, WebhookProvider } from './webhook-provider.js';

// Limits how many branches of one push are read; only the latest commit of each counts.
const MAX_CHANGES = 10;
const MOVED = new Set(['repo:updated', 'repo:transfer']);

function changesIn(event: string, payload: JsonObject): RefChange[] {
  if (event !== 'repo:push') return [];
  return listAt(payload, MAX_CHANGES, 'push', 'changes').flatMap((change) => {
    const name = at(change, 'new', 'name');
    if (typeof name !== 'string' || name === '') return [];
    const kind = at(change, 'new', 'type') === 'tag' ? 'tags' : 'heads';
    const isForward = at(change, 'forced') === false || at(change, 'created') === true;
    const previous = at(change, 'old', 'target', 'hash');
    return changeTo(`refs/${kind}/${name}`, [at(change, 'new', 'target', 'hash')], { previous, isForward });
  });
}

function fieldsOf(event: string, payload: JsonObject): RepositoryFields {
  const field = fieldAt(payload, 'repository');
  return {
    id: field('uuid'),
    addresses: [at(payload, 'repository', 'links', 'html', 'href')],
    ...(MOVED.has(event) && { previousPath: at(payload, 'changes', 'full_name', 'old') ?? '' }),
    defaultBranch: at(payload, 'repository', 'mainbranch', 'name'),
  };
}

/** https://support.atlassian.com/bitbucket-cloud/docs/event-payloads/ */
export const bitbucket: WebhookProvider = {
  title: 'Bitbucket',
  signature: hexHmac('X-Hub-Signature'),
  deliveryId: ({ headers, digest }) =>
    headers['x-request-uuid'] ?? deliveryOf(headers['x-hook-uuid'], digest),
  eventName: ({ headers }) => headers['x-event-key'],
  read: (event, payload, context) =>
    sourceEvent(changesIn(event, payload), fieldsOf(event, payload), context),
  example: {
    push: {
      changes: [{ forced: false, new: { type: 'branch', name: 'main', target: { hash: EXAMPLE.commit } } }],
    },
    repository: {
      uuid: '{673a6070-3421-46c9-9d48-90745f7bfe8e}',
      links: { html: { href: 'https://bitbucket.org/acme/files' } },
    },
  },
};
