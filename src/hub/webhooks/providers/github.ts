import type { JsonObject } from '../../../common/values/json.js';
import { at } from './json-path.js';
import { hexHmac } from './signatures.js';
import { changeTo, commitIn, EXAMPLE, isRef, sourceEvent, tagRef } from './source-events.js';
import type { RefChange, WebhookProvider } from './webhook-provider.js';

const ADDRESSES = ['html_url', 'clone_url', 'ssh_url'].map((name) => ['repository', name]);

function changesIn(event: string, payload: JsonObject): RefChange[] {
  if (event === 'push') {
    if (at(payload, 'deleted') === true || commitIn(at(payload, 'after')) === undefined) return [];
    // For an annotated tag, `after` is the tag object; the commit is that of `head_commit`.
    return changeTo(at(payload, 'ref'), at(payload, 'head_commit', 'id'), at(payload, 'after'));
  }
  if (event !== 'release' || at(payload, 'action') !== 'published') return [];
  const ref = tagRef(at(payload, 'release', 'tag_name'));
  if (!isRef(ref)) return [];
  return [{ ref, commit: commitIn(at(payload, 'release', 'target_commitish')) ?? null }];
}

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads */
export const github: WebhookProvider = {
  title: 'GitHub',
  signature: hexHmac('X-Hub-Signature-256'),
  deliveryId: ({ headers }) => headers['x-github-delivery'],
  eventName: ({ headers }) => headers['x-github-event'],
  read: (event, payload) => sourceEvent(changesIn(event, payload), payload, ADDRESSES),
  example: {
    ref: EXAMPLE.ref,
    after: EXAMPLE.commit,
    deleted: false,
    head_commit: { id: EXAMPLE.commit },
    repository: { clone_url: 'https://github.com/acme/files.git' },
  },
};
