import { currentTime } from '../../../common/values/clock.js';
import { Refusal } from '../refusal.js';
import type { ServerReference } from '../server-reference.js';
import type { DecisionContext } from './decision-context.js';
import type { KnownDecision } from './known-decision.js';

/** The clock may have been changed since the hub was asked. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * What the organization has decided about a reference: from the decisions that were read last, or from the hub when it is
 * time to ask again. When the hub is away, the last ones count until they expire.
 * @throws Refusal when nothing decides
 */
export async function currentDecision(
  reference: ServerReference,
  { login, store, note }: DecisionContext,
): Promise<KnownDecision> {
  const state = store.state();
  const now = currentTime();
  const isFresh = state !== undefined && now < state.askAgainAt && state.askedAt <= now + CLOCK_TOLERANCE_MS;
  const known = isFresh ? store.known(reference.text) : undefined;
  if (known !== undefined && now < Date.parse(known.validUntil)) return known;
  // Only now, because verifying needs what a cached start does not.
  const { decideAnew } = await import('./decide-anew.js');
  return await decideAnew(reference, { login, store, note }, isFresh ? 'stored' : 'ask');
}

/** @throws Refusal for what is denied, with the reasons */
export function requireAllowed({ isAllowed, reasons, source }: KnownDecision, { text }: ServerReference) {
  if (isAllowed && source !== null) return source;
  throw new Refusal(`${text} is not allowed: ${reasons.join('; ')}`);
}
