import { defined } from '../../../common/values/defined.js';
import type { OrganizationChange, OrganizationSummary } from './hub-organizations.repository.js';
import type { ChangeOrganizationRequest, OrganizationView } from './organizations.dto.js';

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

/** The change that a request asks for; fields that are left out stay. */
export const requestedChange = (request: ChangeOrganizationRequest): OrganizationChange =>
  defined({ name: request.name, displayName: request.display_name });

/** A change by the field names of the API, for the audit trail. */
export const recordedChange = (change: OrganizationChange): object => ({
  name: change.name,
  display_name: change.displayName,
  plan: change.plan,
  status: change.status,
  api_calls_per_min: change.apiCallsPerMin,
  payment_customer: change.paymentCustomer,
});
