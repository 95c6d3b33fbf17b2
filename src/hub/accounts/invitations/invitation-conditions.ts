import { PERMISSIONS, reachesRole, ROLES } from '../../../auth/rules/roles.js';
import { statusOf } from '../identity/hub-user.entity.js';
import { creatorLacksRole } from '../service-tokens/creator-role.js';

/** SQL of invitations `i` with their active organizations `o`. */
export const OF_ACTIVE_ORGANIZATIONS = `invitation i JOIN organization o ON o.id = i.org_id AND o.status = 'ACTIVE'`;

// Pairs of the inviter's role and a role that they may invite to.
const MAY_INVITE = ROLES.filter((own) => PERMISSIONS[own].has('member:invite'))
  .flatMap((own) => ROLES.filter((other) => reachesRole(own, other)).map((other) => `('${own}', '${other}')`))
  .join(', ');

/**
 * SQL of whether the inviter could create the invitation now: an invitation never gives more than its inviter has. The
 * inviter is an active member, an active platform administrator, or a valid token with the rights of an administrator.
 */
export const INVITER_MAY_INVITE = `(
  EXISTS (SELECT FROM hub_user w
            LEFT JOIN organization_member wm ON wm.org_id = i.org_id AND wm.user_id = w.id
           WHERE w.id = i.invited_by AND (w.role = 'PLATFORM_ADMIN' OR (wm.role, i.role) IN (${MAY_INVITE}))
             AND ${statusOf('w')} = 'ACTIVE')
  OR EXISTS (SELECT FROM service_token wt
              WHERE wt.id = i.invited_by AND wt.org_id = i.org_id
                AND wt.revoked_at IS NULL AND wt.expires_at > now()
                AND wt.scopes @> ARRAY['admin:org:' || i.org_id] AND ('ADMIN', i.role) IN (${MAY_INVITE})
                AND NOT ${creatorLacksRole('wt')}))`;

/** SQL of whether an invitation `i` is pending: a user with its address can accept it now. */
export const IS_PENDING = `i.status = 'PENDING' AND i.expires_at > now() AND ${INVITER_MAY_INVITE}`;
