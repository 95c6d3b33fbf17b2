import type { AreaMemberView } from './area-members.dto.js';
import type { FoundAreaMember } from './area-members.repository.js';
import type { Area } from './area.entity.js';
import type { AreaView } from './areas.dto.js';

/** An area in responses. */
export const areaView = (area: Omit<Area, 'slugKey'>): AreaView => ({
  id: area.id,
  org_id: area.orgId,
  name: area.name,
  slug: area.slug,
  description: area.description,
  created_at: area.createdAt.toISOString(),
  updated_at: area.updatedAt.toISOString(),
});

/** A member of an area in responses. */
export const areaMemberView = (member: FoundAreaMember): AreaMemberView => ({
  user_id: member.userId,
  email: member.email,
  role: member.role,
  added_at: member.addedAt.toISOString(),
});
