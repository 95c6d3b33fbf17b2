import type { Invitation } from './invitation.entity.js';
import type { InvitationView } from './invitations.dto.js';

/** What is answered of an invitation. */
export type ShownInvitation = Pick<Invitation, 'id' | 'email' | 'role' | 'status' | 'expiresAt'>;

/** An invitation as it is answered. */
export const invitationView = ({ id, email, role, status, expiresAt }: ShownInvitation): InvitationView => ({
  id,
  email,
  role,
  status,
  expires_at: expiresAt.toISOString(),
});
