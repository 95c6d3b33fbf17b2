import { conflict, forbidden, type ApiError } from '../../common/errors/api-error.js';
import type { AdminUser } from './admin-user.js';

/** What takes the platform from whomever it is done to. */
export type Loss = 'suspend' | 'demote' | 'delete';

/**
 * Why an administrator cannot do this to a user; undefined when they can. The platform always keeps an active
 * administrator (decisions, hub 18): nobody does it to themselves, and who does it is one still.
 * @param administrators who are active, by their ids, none of whom can change meanwhile
 */
export function refusalOf(
  callerId: string,
  administrators: readonly string[],
  user: AdminUser,
  loss: Loss | undefined,
): ApiError | undefined {
  if (loss !== undefined && user.id === callerId) return conflict(`you cannot ${loss} yourself`);
  if (administrators.includes(callerId)) return undefined;
  // Somebody has demoted the caller a moment ago.
  return loss !== undefined && administrators.length === 1 && administrators[0] === user.id
    ? conflict('the user is the last administrator of the platform')
    : forbidden();
}
