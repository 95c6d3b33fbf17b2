import type { Invitation } from './invitation.entity.js';
import type { InvitationView } from './invitations.dto.js';
import type { ReceivedInvitationView } from './my-invitations.dto.js';
import type { ReceivedInvitation } from './my-invitations.read-model.js';

/** Columns of an invitation in responses. */
export type ShownInvitation = Pick<Invitation, 'id' | 'email' | 'role' | 'status' | 'expiresAt'>;

/** An invitation in responses to its organization. */
export const invitationView = ({ id, email, role, status, expiresAt }: ShownInvitation): InvitationView => ({
  id,
  email,
  role,
  status,
  expires_at: expiresAt.toISOString(),
});

/** An invitation in responses to its invitee. */
export const receivedInvitationView = (invitation: ReceivedInvitation): ReceivedInvitationView => ({
  id: invitation.id,
  organization: {
    id: invitation.orgId,
    slug: invitation.slug,
    display_name: invitation.displayName,
  },
  role: invitation.role,
  invited_by: { type: invitation.inviterType, name: invitation.inviterName },
  created_at: invitation.createdAt.toISOString(),
  expires_at: invitation.expiresAt.toISOString(),
});
