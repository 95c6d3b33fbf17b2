import type { OrganizationMemberView } from './members.dto.js';
import type { FoundMember } from './members.repository.js';

/** A member as they are answered. */
export const memberView = (member: FoundMember): OrganizationMemberView => ({
  user_id: member.userId,
  email: member.email,
  name: member.name,
  role: member.role,
  joined_at: member.joinedAt.toISOString(),
});
