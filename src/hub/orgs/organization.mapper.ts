import type { OrganizationSummary } from './hub-organizations.repository.js';
import type { OrganizationView } from './organizations.dto.js';

/** An organization in responses. */
export const organizationView = (organization: OrganizationSummary): OrganizationView => ({
  id: organization.id,
  name: organization.name,
  slug: organization.slug,
  display_name: organization.displayName,
  plan: organization.plan,
  status: organization.status,
  api_calls_per_min: organization.apiCallsPerMin,
  created_at: organization.createdAt.toISOString(),
  updated_at: organization.updatedAt.toISOString(),
});
