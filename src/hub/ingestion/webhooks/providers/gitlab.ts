import { createHash, timingSafeEqual } from 'node:crypto';
import type { JsonObject } from '../../../../common/values/json.js';
import { at } from './json-path.js';
import {
  changeTo,
  commitIn,
  deliveryOf,
  EXAMPLE,
  fieldAt,
  isNone,
  sourceEvent,
  tagRef,
  type RepositoryFields,
} from './source-events.js';
import type {
  OtherEvent,
  ReadingContext,
  RefChange,
  SourceEvent,
  WebhookProvider,
} from './webhook-provider.js';

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** Whether the header equals the secret. Digests are compared because `timingSafeEqual` needs equal lengths. */
function isSecret(value: string, secret: string): boolean {
  // Node decodes headers as Latin-1.
  const given = Buffer.from(value, 'latin1');
  return timingSafeEqual(sha256(given), sha256(Buffer.from(secret)));
}

// System hooks name the kind of event in the body alone.
const KINDS: Readonly<Record<string, string>> = {
  'Push Hook': 'push',
  'Tag Push Hook': 'tag_push',
  'Release Hook': 'release',
};
const MOVED = new Set<unknown>(['project_rename', 'project_transfer']);

const kindOf = (event: string, payload: JsonObject): unknown =>
  KINDS[event] ?? (event === 'System Hook' ? at(payload, 'event_name') : undefined);

function changesIn(kind: unknown, payload: JsonObject): RefChange[] {
  const after = at(payload, 'after');
  if (kind === 'push' || kind === 'tag_push') {
    if (commitIn(after) === undefined) return [];
    const [previous, added] = [at(payload, 'before'), at(payload, 'total_commits_count')];
    // Without new commits, the branch has moved back.
    const isForward = isNone(previous) || (typeof added === 'number' && added > 0);
    return changeTo(at(payload, 'ref'), [at(payload, 'checkout_sha'), after], { previous, isForward });
  }
  if (kind !== 'release' || at(payload, 'action') !== 'create') return [];
  const commits = [at(payload, 'commit', 'id')];
  return changeTo(tagRef(at(payload, 'tag')), commits, { previous: null, isForward: true });
}

/** The address of the host that sent an event without any. */
function originOf({ headers, hosts }: ReadingContext): string | undefined {
  const instance = headers['x-gitlab-instance'];
  if (typeof instance === 'string' && URL.canParse(instance)) return new URL(instance).origin;
  return hosts.length === 1 ? `https://${hosts[0]}` : undefined;
}

function fieldsOf(kind: unknown, payload: JsonObject, context: ReadingContext): RepositoryFields {
  const field = fieldAt(payload, 'project');
  if (MOVED.has(kind)) {
    const [origin, path] = [originOf(context), at(payload, 'path_with_namespace')];
    return {
      id: at(payload, 'project_id'),
      addresses: typeof path === 'string' && origin !== undefined ? [`${origin}/${path}`] : [],
      previousPath: at(payload, 'old_path_with_namespace') ?? '',
      defaultBranch: undefined,
    };
  }
  return {
    id: field('id') ?? at(payload, 'project_id'),
    addresses: ['web_url', 'git_http_url', 'git_ssh_url'].map(field),
    defaultBranch: field('default_branch'),
  };
}

function read(event: string, payload: JsonObject, context: ReadingContext): SourceEvent | OtherEvent {
  const kind = kindOf(event, payload);
  return sourceEvent(changesIn(kind, payload), fieldsOf(kind, payload, context), context);
}

/** https://docs.gitlab.com/user/project/integrations/webhook_events/ */
export const gitlab: WebhookProvider = {
  title: 'GitLab',
  signature: {
    header: 'X-Gitlab-Token',
    description: 'The shared token.',
    checkOf: (value) => (value === '' ? undefined : (_bytes, secret) => isSecret(value, secret)),
  },
  deliveryId: ({ headers, digest }) =>
    headers['x-gitlab-event-uuid'] ??
    headers['idempotency-key'] ??
    deliveryOf(headers['x-gitlab-webhook-uuid'], digest),
  eventName: ({ headers }) => headers['x-gitlab-event'],
  read,
  example: {
    ref: EXAMPLE.ref,
    before: EXAMPLE.before,
    after: EXAMPLE.commit,
    checkout_sha: EXAMPLE.commit,
    total_commits_count: 1,
    project: { id: 278_964, git_http_url: 'https://gitlab.com/acme/files.git', default_branch: 'main' },
  },
};
