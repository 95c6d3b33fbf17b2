import type { AuthenticatedCaller, Confirmed } from '../../../auth/hub/hub-principal.js';
import { shownEmail, type UserProfile } from '../../../auth/accounts/user-profile.js';

export const ACTOR_TYPES = ['user', 'service_token', 'system'] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];

/** The actor of an audit event. */
export interface Actor {
  readonly id: string | null;
  readonly type: ActorType;
  /** Verified e-mail address of a user, or else their name; name of a service token. */
  readonly name: string;
}

/** The display name of a user in audit events and mails: their verified address, or else their name. */
export const actorNameOf = (profile: UserProfile): string => shownEmail(profile) || profile.name;

/** A part of the hub that acts by itself, or the system that asked it to. */
export const systemActor = (name: string): Actor => ({ id: null, type: 'system', name });

/** Whoever runs commands on the server. */
export const OPERATOR = systemActor('operator');

/** A caller who reads, as an actor: nothing is changed, so that their authority need not be confirmed. */
export const readerOf = (caller: AuthenticatedCaller): Actor & { readonly id: string } => ({
  id: caller.id,
  type: caller.kind,
  name: caller.kind === 'user' ? actorNameOf(caller) : caller.name,
});

/** The actor of a caller. */
export function actorOf(caller: Confirmed): Actor {
  if (caller.kind === 'user' && caller.actingSystem !== undefined) return systemActor(caller.actingSystem);
  return readerOf(caller);
}
