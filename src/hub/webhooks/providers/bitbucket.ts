import type { JsonObject } from '../../../common/values/json.js';
import { at, listAt } from './json-path.js';
import { hexHmac } from './signatures.js';
import { changeTo, deliveryOf, EXAMPLE, sourceEvent } from './source-events.js';
import type { RefChange, WebhookProvider } from './webhook-provider.js';

const ADDRESSES = [['repository', 'links', 'html', 'href']];

// Limits how many branches of one push are read; only the latest commit of each counts.
const MAX_CHANGES = 10;

function changesIn(event: string, payload: JsonObject): RefChange[] {
  if (event !== 'repo:push') return [];
  return listAt(payload, MAX_CHANGES, 'push', 'changes').flatMap((change) => {
    const name = at(change, 'new', 'name');
    if (typeof name !== 'string' || name === '') return [];
    const kind = at(change, 'new', 'type') === 'tag' ? 'tags' : 'heads';
    return changeTo(`refs/${kind}/${name}`, at(change, 'new', 'target', 'hash'));
  });
}

/** https://support.atlassian.com/bitbucket-cloud/docs/event-payloads/ */
export const bitbucket: WebhookProvider = {
  title: 'Bitbucket',
  signature: hexHmac('X-Hub-Signature'),
  deliveryId: ({ headers, digest }) =>
    headers['x-request-uuid'] ?? deliveryOf(headers['x-hook-uuid'], digest),
  eventName: ({ headers }) => headers['x-event-key'],
  read: (event, payload) => sourceEvent(changesIn(event, payload), payload, ADDRESSES),
  example: {
    push: { changes: [{ new: { type: 'branch', name: 'main', target: { hash: EXAMPLE.commit } } }] },
    repository: { links: { html: { href: 'https://bitbucket.org/acme/files' } } },
  },
};
