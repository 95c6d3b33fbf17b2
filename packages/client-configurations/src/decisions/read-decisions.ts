import { DECISIONS_LIMITS, DECISIONS_PAYLOAD, type DecisionsDocument } from './decisions-document.js';
import { documentOf } from './document-of-json.js';
import { isEnvelope, signedPayload } from './dsse.js';
import type { PublicKey } from './public-keys.js';
import { UnusableDecisions } from './unusable-decisions.js';

/** The newest issue of decisions that a reader has used. */
export interface SeenDecisions {
  readonly revision: number;
  /** As in the document. */
  readonly issued_at: string;
}

/** What a reader expects of decisions. */
export interface ExpectedDecisions {
  /** The keys that are pinned. A key that the envelope names counts only if it is one of them. */
  readonly keys: readonly PublicKey[];
  /** The id or the slug of the organization. */
  readonly organization?: string | undefined;
  readonly environment?: string | undefined;
  readonly now: Date;
  /** The newest issue that was seen at this address: an older one is refused. */
  readonly newerThan?: SeenDecisions | undefined;
}

/** Clocks differ: so many milliseconds may an issue be ahead. */
const TOLERANCE_MS = 60_000;

/**
 * Reads signed decisions: the document, if everything about it is as expected.
 * @param envelope the parsed JSON of a DSSE envelope
 * @throws UnusableDecisions with one line for everything else
 */
export function readDecisions(envelope: unknown, expected: ExpectedDecisions): DecisionsDocument {
  const document = documentOf(parsed(verified(envelope, expected.keys)));
  const { organization, environment, now, newerThan } = expected;
  const refuse = (refusal: UnusableDecisions['refusal'], message: string): never => {
    throw new UnusableDecisions(refusal, message);
  };
  if (organization !== undefined && !isOrganization(document, organization))
    refuse('other_organization', 'the decisions are those of another organization');
  if (environment !== undefined && lower(environment) !== lower(document.environment))
    refuse('other_environment', 'the decisions are for another environment');
  const { revision, issued_at: issuedAt, valid_until: validUntil } = document;
  if (Date.parse(issuedAt) > now.getTime() + TOLERANCE_MS)
    refuse('not_yet_valid', `the decisions were issued in the future, at ${issuedAt}; check the clock`);
  if (!isInForce(document, now)) refuse('expired', `the decisions expired at ${validUntil}`);
  if (newerThan !== undefined && (revision < newerThan.revision || issuedAt < newerThan.issued_at))
    refuse(
      'rolled_back',
      `the decisions of ${issuedAt} are older than those that were used before, of ${newerThan.issued_at}`,
    );
  return document;
}

/** Whether a document that was read decides at a time; it may have expired since. */
export const isInForce = ({ valid_until: validUntil }: DecisionsDocument, now: Date): boolean =>
  Date.parse(validUntil) > now.getTime();

/** When clients ask for a newer document. @param readAt when this one was received last */
export const askAgainAt = ({ ask_again_seconds: seconds }: DecisionsDocument, readAt: Date): Date =>
  new Date(readAt.getTime() + seconds * 1000);

/** The mark of a document, to refuse older ones from then on. */
export const seenOf = ({ revision, issued_at }: DecisionsDocument): SeenDecisions => ({
  revision,
  issued_at,
});

const lower = (text: string): string => text.toLowerCase();

const isOrganization = ({ organization: { id, slug } }: DecisionsDocument, pin: string): boolean =>
  [id, slug].map(lower).includes(lower(pin));

function verified(envelope: unknown, keys: readonly PublicKey[]): Buffer {
  if (!isEnvelope(envelope) || envelope.payloadType !== DECISIONS_PAYLOAD)
    throw new UnusableDecisions('not_signed_decisions', 'it is no signed decisions of mcp-hub');
  if (envelope.payload.length > (DECISIONS_LIMITS.documentBytes * 4) / 3 + 4)
    throw new UnusableDecisions('not_signed_decisions', 'it is too large for signed decisions of mcp-hub');
  if (!envelope.signatures.some(({ keyid }) => keys.some(({ kid }) => kid === keyid)))
    throw new UnusableDecisions(
      'unknown_key',
      'the decisions are signed with another key than the pinned one',
    );
  const payload = signedPayload(envelope, DECISIONS_PAYLOAD, keys);
  if (payload === undefined)
    throw new UnusableDecisions(
      'bad_signature',
      'the signature of the decisions is wrong: they were changed',
    );
  return payload;
}

function parsed(payload: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
  } catch {
    throw new UnusableDecisions('invalid_content', 'the decisions are not readable: they are no JSON');
  }
}
