import type { Rule } from '../rule.js';
import { callerRole } from './caller-role.js';
import { clientName } from './client-name.js';
import { openRights } from './open-rights.js';
import { openRoute } from './open-route.js';
import { openTransport } from './open-transport.js';
import { routingHeader } from './routing-header.js';
import { skippedAuthentication } from './skipped-authentication.js';
import { tokenPassthrough } from './token-passthrough.js';
import { uncheckedClaim } from './unchecked-claim.js';
import { unmarkedDestruction } from './unmarked-destruction.js';
import { wildcardPermission } from './wildcard-permission.js';

/** The rules of class C: permissions and authorization. */
export const rules: readonly Rule[] = [
  openTransport,
  uncheckedClaim,
  unmarkedDestruction,
  wildcardPermission,
  openRights,
  callerRole,
  tokenPassthrough,
  openRoute,
  skippedAuthentication,
  clientName,
  routingHeader,
];
