import { PERMISSIONS, ROLES } from '../../access/roles.js';
import { statusOf } from '../identity/hub-user.entity.js';

const CREATOR_ROLES = ROLES.filter((role) => PERMISSIONS[role].has('token:write'))
  .map((role) => `'${role}'`)
  .join(', ');

/**
 * SQL of whether a service token carries `admin:org` although the user behind it could not create it now: one who is
 * suspended, has left the organization or has a lower role. A token never has more than its creator has (hub contract 8).
 */
export const creatorLacksRole = (token: string): string => `(
  ${token}.scopes @> ARRAY['admin:org:' || ${token}.org_id]
  AND NOT EXISTS (
    SELECT FROM organization_member cm JOIN hub_user cu ON cu.id = cm.user_id
     WHERE cm.org_id = ${token}.org_id AND cm.user_id = ${token}.creator_user_id AND cm.role IN (${CREATOR_ROLES})
       AND ${statusOf('cu')} = 'ACTIVE'))`;
