import { LOCAL_ISSUER } from '../../access/local-users/local-issuer.js';

/** SQL of a user's snapshot. Of a disabled local user nothing works any more. */
export const statusOf = (user: string): string => `
  CASE WHEN ${user}.status = 'ACTIVE' AND ${user}.issuer = '${LOCAL_ISSUER}'
            AND (SELECT l.disabled_at IS NOT NULL FROM local_user l WHERE l.id = ${user}.subject::uuid)
       THEN 'SUSPENDED' ELSE ${user}.status END`;
