import type { JsonObject } from '../../../common/values/json.js';
import { isSha256Digest, type Sha256Digest } from '../../../common/values/sha256-digest.js';
import type {
  VersionEvent,
  VersionPublished,
  VersionRevoked,
} from '../../../storage/outbox/version-events.js';

type WithDigest<Event extends VersionEvent> = Event & { readonly bundle_digest: Sha256Digest };

/** A message of the registry, as it was read. */
export type ReceivedEvent = WithDigest<VersionPublished | VersionRevoked>;

const TEXTS = {
  'version.published': ['org', 'package', 'version', 'description', 'git_sha', 'repo_url', 'visibility'],
  'version.revoked': ['org', 'package', 'version', 'reason'],
} as const;

const isKnown = (event: unknown): event is keyof typeof TEXTS =>
  typeof event === 'string' && Object.hasOwn(TEXTS, event);

/** Reads a message about a version. @throws when it is none of those that the registry writes */
export function readVersionEvent(payload: JsonObject): ReceivedEvent {
  const { event, bundle_digest: digest } = payload;
  if (!isKnown(event)) throw new Error('unknown message');
  const missing = TEXTS[event].filter((name) => typeof payload[name] !== 'string');
  if (missing.length > 0 || !isSha256Digest(digest)) throw new Error(`malformed message ${event}`);
  return payload as unknown as ReceivedEvent;
}
