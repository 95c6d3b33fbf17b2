import type { Operation } from '../support/openapi-contract.js';

/** Requests that make the change of an operation possible. */
export const BEFORE: Readonly<Record<string, string>> = {
  'DELETE /api/v1/orgs/{orgId}/mcps/{mcpId}/launch': 'PUT /api/v1/orgs/{orgId}/mcps/{mcpId}/launch',
  'PUT /api/v1/orgs/{orgId}/areas/{areaId}/mcps/{mcpId}':
    'DELETE /api/v1/orgs/{orgId}/areas/{areaId}/mcps/{mcpId}',
  'POST /api/v1/admin/orgs/{orgId}/activate': 'POST /api/v1/admin/orgs/{orgId}/suspend',
  'POST /api/v1/admin/users/{userId}/activate': 'POST /api/v1/admin/users/{userId}/suspend',
  'POST /api/v1/admin/users/bulk/activate': 'POST /api/v1/admin/users/{userId}/suspend',
};

/** The parameters of paths that are not called as the kind of their resource. */
const PARAMETERS: Readonly<Record<string, string>> = {
  category: 'id',
  tag: 'id',
  member: 'userId',
  area_member: 'userId',
  mcp_launch: 'mcpId',
  organization: 'orgId',
  report_schedule: 'scheduleId',
  allow_list: 'allowListId',
};

/** The parameter of an operation that names a resource of a kind. */
export function parameterOf(kind: string, { path }: Pick<Operation, 'path'>): string | undefined {
  const placeholder = `{${PARAMETERS[kind] ?? `${kind}Id`}}`;
  return path.includes(placeholder) ? placeholder : undefined;
}

/** Kinds whose events are the platform's, whatever organization a user is a member of. */
const OF_PLATFORM = ['user', 'session', 'category', 'tag', 'registry_token'];

/** Operations that make MCPs without an organization. */
const WITHOUT_ORGANIZATION = ['POST /api/v1/admin/mcps', 'POST /api/v1/scans'];

/** Whether the event of an operation is in the platform's trail. */
export const isOfPlatform = (kind: string, name: string): boolean =>
  OF_PLATFORM.includes(kind) || WITHOUT_ORGANIZATION.includes(name);
