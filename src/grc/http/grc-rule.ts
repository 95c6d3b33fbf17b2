import type { HubRule } from '../../auth/rules/access-rule.js';

/** Who may call the GRC API: service tokens with `grc:read` of organizations on the Enterprise plan. */
export const GRC_RULE = {
  kind: 'service_token',
  scope: 'grc:read',
  enterprise: true,
} as const satisfies HubRule;
