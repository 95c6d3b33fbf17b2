import { ApiError } from '../../common/errors/api-error.js';

/** 403 for callers with rights in an organization that the hub has suspended or deleted (registry contract 25). */
export const organizationSuspended = (org: string): ApiError =>
  new ApiError('forbidden', `the organization ${org} is suspended or deleted in the hub`, {
    reason: 'organization_suspended',
  });

/** 403 for a publisher who is not in the hub's organization of this name (registry contract 26). */
export const notInHubOrganization = (org: string): ApiError =>
  new ApiError(
    'forbidden',
    `only members of the hub's organization ${org} publish for it; ask one of its administrators for an invitation`,
    { reason: 'not_in_hub_organization' },
  );
