import type { Organization } from './organization.entity.js';
import type { OrganizationView } from './organizations.dto.js';

/** What is shown of an organization. */
export type ShownOrganization = Omit<
  Organization,
  | 'slugKey'
  | 'paymentCustomer'
  | 'paymentSubscription'
  | 'paymentEventAt'
  | 'paymentEventId'
  | 'paymentEventRank'
>;

/** An organization as it is answered. */
export const organizationView = (organization: ShownOrganization): OrganizationView => ({
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
