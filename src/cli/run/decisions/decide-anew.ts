import { currentTime } from '../../../common/values/clock.js';
import { Refusal } from '../refusal.js';
import type { ServerReference } from '../server-reference.js';
import { askHub } from './ask-hub.js';
import type { DecisionContext } from './decision-context.js';
import type { KnownDecision } from './known-decision.js';
import { knownDecision, UnusableDecisions, verifyDecisions, type VerifiedDecisions } from './read-known.js';

/** How long a run goes on without asking after the hub was away, in milliseconds. */
const PAUSE_MS = 60_000;

/**
 * Decides from the decisions themselves.
 * @param from whether the stored ones are recent enough
 * @throws Refusal
 */
export async function decideAnew(
  reference: ServerReference,
  context: DecisionContext,
  from: 'stored' | 'ask',
): Promise<KnownDecision> {
  const stored = from === 'stored' ? storedDecisions(context) : undefined;
  const decisions = stored instanceof UnusableDecisions ? undefined : stored;
  const { document } = decisions ?? (await askedDecisions(context));
  const known = knownDecision(document, reference);
  context.store.keepKnown(reference.text, known, document.revision);
  return known;
}

/** The decisions that are kept; why they decide nothing if they do not; undefined if there are none. */
function storedDecisions({
  login,
  store,
}: DecisionContext): VerifiedDecisions | UnusableDecisions | undefined {
  const bytes = store.envelope();
  if (bytes === undefined) return undefined;
  try {
    return verifyDecisions(bytes, login, store.state()?.seen);
  } catch (error) {
    if (error instanceof UnusableDecisions) return error;
    throw error;
  }
}

async function askedDecisions(context: DecisionContext): Promise<VerifiedDecisions> {
  const { login, store, note } = context;
  const stored = storedDecisions(context);
  const usable = stored instanceof UnusableDecisions ? undefined : stored;
  const before = store.state();
  const answer = await askHub(login, usable === undefined ? undefined : before?.etag);
  let problem: string;
  if (answer.kind === 'unchanged' && usable !== undefined) {
    keepState(context, usable, before?.etag);
    return usable;
  }
  if (answer.kind === 'unknown') throw new Refusal(answer.reason);
  if (answer.kind === 'received') {
    try {
      const received = verifyDecisions(answer.bytes, login, before?.seen);
      store.keepEnvelope(answer.bytes);
      keepState(context, received, answer.etag);
      return received;
    } catch (error) {
      if (!(error instanceof UnusableDecisions)) throw error;
      problem = `what the hub answered is refused: ${error.message}`;
    }
  } else problem = answer.kind === 'away' ? answer.reason : 'the hub answered nothing new';
  if (usable === undefined) {
    const also = stored instanceof UnusableDecisions ? stored.message : 'there are no decisions yet';
    throw new Refusal(`${problem}; ${also}`);
  }
  await note(
    `${problem}; the decisions of ${usable.document.issued_at} are used until ${usable.document.valid_until}`,
  );
  const now = currentTime();
  store.keepState({ ...before, askedAt: now, askAgainAt: now + PAUSE_MS, seen: usable.seen });
  return usable;
}

function keepState(
  { store }: DecisionContext,
  { seen, askAgainAt }: VerifiedDecisions,
  etag: string | undefined,
) {
  store.keepState({ ...(etag !== undefined && { etag }), askedAt: currentTime(), askAgainAt, seen });
}
