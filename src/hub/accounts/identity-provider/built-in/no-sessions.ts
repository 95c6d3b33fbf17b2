import type { Adapter } from 'oidc-provider';

/**
 * Remembers no session: the hub has its own, and every sign-in asks for the password. With sessions, nobody could sign in
 * in a browser in which another user has just done so, nor in two tabs at once.
 */
export const NO_SESSIONS: Adapter = {
  upsert: () => Promise.resolve(),
  find: () => Promise.resolve(undefined),
  findByUid: () => Promise.resolve(undefined),
  findByUserCode: () => Promise.resolve(undefined),
  consume: () => Promise.resolve(),
  destroy: () => Promise.resolve(),
  revokeByGrantId: () => Promise.resolve(),
};
