import type { HubAccessRule } from './hub-access-rule.js';
import { PERMISSIONS, ROLES, type Permission } from './roles.js';
import { organizationScope, permissionsOfScopes, type OrganizationScope } from './service-token-scopes.js';

type RuleOf<Kind extends HubAccessRule['kind']> = Extract<HubAccessRule, { kind: Kind }>;

// Full access includes the others.
const TOKEN_SCOPES: readonly OrganizationScope[] = ['read:org', 'admin:org'];
const ORG_ID = '{orgId}';

const list = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} or ${items.at(-1) ?? ''}`;

/** The scopes of service tokens that give a permission. */
const scopesWith = (permission: Permission): string[] =>
  TOKEN_SCOPES.map((scope) => organizationScope(scope, ORG_ID)).filter((scope) =>
    permissionsOfScopes([scope], ORG_ID).has(permission),
  );

function organizationText({ permission, then }: RuleOf<'organization'>): string {
  const roles = ROLES.filter((role) => PERMISSIONS[role].has(permission));
  const scopes = scopesWith(permission).map((scope) => `\`${scope}\``);
  const tokens = scopes.length === 0 ? '' : `, and its service tokens with the scope ${list(scopes)}`;
  const limit = then === undefined ? '' : `; limited to ${then}`;
  return `Members of the organization with the permission \`${permission}\` (role ${list(roles)})${tokens}${limit}.`;
}

/** A rule in words, as Markdown: who may call an operation of the hub. */
export function hubAccessText(rule: HubAccessRule): string {
  const needsPlan = 'enterprise' in rule && rule.enterprise;
  const plan = needsPlan ? ' The organization needs the Enterprise plan.' : '';
  switch (rule.kind) {
    case 'open':
      return `Anybody (${rule.because}).`;
    case 'public':
      return 'Anybody; callers with credentials may see more.';
    case 'user':
      return `Users, limited to ${rule.then}.`;
    case 'organization':
      return organizationText(rule) + plan;
    case 'service_token':
      return `Service tokens with the scope \`${organizationScope(rule.scope, '{orgId}')}\` of their own organization.${plan}`;
    case 'platform_admin':
      return 'Platform administrators.';
  }
}
