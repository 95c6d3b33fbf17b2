import { createHash, timingSafeEqual } from 'node:crypto';
import type { JsonObject } from '../../../common/values/json.js';
import { at } from './json-path.js';
import { changeTo, commitIn, deliveryOf, EXAMPLE, sourceEvent, tagRef } from './source-events.js';
import type { RefChange, WebhookProvider } from './webhook-provider.js';

const ADDRESSES = ['web_url', 'git_http_url', 'git_ssh_url'].map((name) => ['project', name]);

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** Whether the header equals the secret. Digests are compared because `timingSafeEqual` needs equal lengths. */
function isSecret(value: string, secret: string): boolean {
  // Node decodes headers as Latin-1.
  const given = Buffer.from(value, 'latin1');
  return timingSafeEqual(sha256(given), sha256(Buffer.from(secret)));
}

function changesIn(event: string, payload: JsonObject): RefChange[] {
  if (event === 'Push Hook' || event === 'Tag Push Hook') {
    if (commitIn(at(payload, 'after')) === undefined) return [];
    return changeTo(at(payload, 'ref'), at(payload, 'checkout_sha'), at(payload, 'after'));
  }
  if (event !== 'Release Hook' || at(payload, 'action') !== 'create') return [];
  return changeTo(tagRef(at(payload, 'tag')), at(payload, 'commit', 'id'));
}

/** https://docs.gitlab.com/user/project/integrations/webhook_events/ */
export const gitlab: WebhookProvider = {
  title: 'GitLab',
  signature: {
    header: 'X-Gitlab-Token',
    description: 'The shared token.',
    bodyCheck: (value, secret) => (isSecret(value, secret) ? () => true : undefined),
  },
  deliveryId: ({ headers, digest }) =>
    headers['x-gitlab-event-uuid'] ??
    headers['idempotency-key'] ??
    deliveryOf(headers['x-gitlab-webhook-uuid'], digest),
  eventName: ({ headers }) => headers['x-gitlab-event'],
  read: (event, payload) => sourceEvent(changesIn(event, payload), payload, ADDRESSES),
  example: {
    ref: EXAMPLE.ref,
    after: EXAMPLE.commit,
    checkout_sha: EXAMPLE.commit,
    project: { git_http_url: 'https://gitlab.com/acme/files.git' },
  },
};
