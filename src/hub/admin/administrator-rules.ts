import { conflict, type ApiError } from '../../common/errors/api-error.js';
import type { AdminUser } from './admin-user.js';

/** What takes the platform from whomever it is done to. */
export type Loss = 'suspend' | 'demote' | 'delete';

/**
 * Why an administrator cannot do this to a user; undefined when they can. The platform always keeps an active
 * administrator (hub contract 18), because the one who does it is one and cannot do it to themselves.
 */
export const refusalOf = (callerId: string, user: AdminUser, loss: Loss | undefined): ApiError | undefined =>
  loss !== undefined && user.id === callerId ? conflict(`you cannot ${loss} yourself`) : undefined;
