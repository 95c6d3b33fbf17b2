import { randomUUID } from 'node:crypto';
import { emailKey } from '../../../common/values/email-address.js';
import { currentDate } from '../../../common/values/clock.js';
import type { Role } from '../../../auth/rules/roles.js';
import type { Invitation } from './invitation.entity.js';

const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** An invitation to create. */
export type NewInvitation = Omit<Invitation, 'status' | 'organization'>;

/**
 * Creates an invitation that can be accepted for seven days.
 * @param invitedBy id of a user or a service token
 */
export const newInvitation = (orgId: string, email: string, role: Role, invitedBy: string): NewInvitation => {
  const createdAt = currentDate();
  const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS);
  return { id: randomUUID(), orgId, email, emailKey: emailKey(email), role, invitedBy, createdAt, expiresAt };
};
