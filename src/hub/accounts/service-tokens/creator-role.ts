import { PERMISSIONS, ROLES } from '../../../auth/rules/roles.js';
import { statusOf } from '../identity/hub-user.entity.js';

const CREATOR_ROLES = ROLES.filter((role) => PERMISSIONS[role].has('token:write'))
  .map((role) => `'${role}'`)
  .join(', ');

/** SQL of whether a service token has `admin:org`, so that its authority depends on its creator's. */
const hasAdminScope = (token: string): string => `${token}.scopes @> ARRAY['admin:org:' || ${token}.org_id]`;

/** SQL of the user on whose role the authority of a service token depends; null if it does not have `admin:org`. */
export const userItDependsOn = (token: string): string =>
  `CASE WHEN ${hasAdminScope(token)} THEN ${token}.creator_user_id END`;

/**
 * SQL of whether a service token has `admin:org` although the user who created it, directly or through another token,
 * could not create it now, being suspended, no longer in the organization or in a lower role. A token never has more
 * rights than this user (hub contract 8).
 */
export const creatorLacksRole = (token: string): string => `(
  ${hasAdminScope(token)}
  AND NOT EXISTS (
    SELECT FROM organization_member cm JOIN hub_user cu ON cu.id = cm.user_id
     WHERE cm.org_id = ${token}.org_id AND cm.user_id = ${token}.creator_user_id AND cm.role IN (${CREATOR_ROLES})
       AND ${statusOf('cu')} = 'ACTIVE'))`;
