import type { AccessRule, PublicSetting, RuleOf } from './access-rule.js';
import type { ResourceTemplate } from './requested-resource.js';
import { PERMISSIONS, ROLES, type Permission } from './roles.js';
import {
  holdersOf,
  permissionsOfScopes,
  scopesOf,
  writtenScope,
  type TokenScope,
} from './service-token-scopes.js';

const PUBLIC: Readonly<Record<PublicSetting, string>> = {
  readCatalog: 'Without credentials, for public packages, where `PUBLIC_READ_CATALOG=true`.',
  downloadArtifacts:
    'Without credentials, for published versions of public packages, where `PUBLIC_DOWNLOAD_ARTIFACTS=true`.',
};

const ORG_ID = '{orgId}';

/** Describes in Markdown who may call an operation. */
export function accessText(rule: AccessRule): string {
  switch (rule.kind) {
    case 'open':
      return openText(rule);
    case 'public':
      return 'Anybody; callers with credentials may see more.';
    case 'authenticated':
      return `Authenticated callers, limited to ${rule.then}.`;
    case 'user':
      return `Users, limited to ${rule.then}.`;
    case 'caller':
      return `Callers with credentials, limited to ${rule.then}.`;
    case 'scope':
      return scopeText(rule);
    case 'organization':
      return organizationText(rule) + planText(rule.enterprise);
    case 'service_token':
      return `Service tokens with the scope ${listed(written(rule.scope))} of their own organization.${planText(rule.enterprise)}`;
    case 'platform_admin':
      return 'Platform administrators.';
  }
}

const openText = ({ because, mode }: RuleOf<'open'>): string =>
  `Anybody (${because}).${mode === undefined ? '' : ` The operation exists in ${mode} mode only.`}`;

function scopeText({ anyOf, resource, publicWhen }: RuleOf<'scope'>): string {
  const scopes = anyOf.map((scope) => `\`${scope}\``).join(' or ');
  const on = resource === undefined ? '' : ` on the resource ${resourceText(resource)}`;
  const holders = `Callers with the scope ${scopes}${on}.`;
  return publicWhen === undefined ? holders : `${holders} ${PUBLIC[publicWhen]}`;
}

const resourceText = (resource: ResourceTemplate): string =>
  typeof resource === 'string'
    ? `\`${resource}\``
    : `\`${resource.without}\`, or \`${resource.with}\` with \`${resource.parameter}\``;

function organizationText({ permission, orScope, then }: RuleOf<'organization'>): string {
  const roles = ROLES.filter((role) => PERMISSIONS[role].has(permission));
  const more = orScope === undefined ? [] : written(orScope);
  const scopes = [...new Set([...scopesWith(permission).map(quoted), ...more])];
  const tokens = scopes.length === 0 ? '' : `, and its service tokens with the scope ${listed(scopes)}`;
  const limit = then === undefined ? '' : `; limited to ${then}`;
  return `Members of the organization with the permission \`${permission}\` (role ${listed(roles)})${tokens}${limit}.`;
}

const quoted = (scope: string): string => `\`${scope}\``;

/** The scopes that include a scope. */
const written = (scope: TokenScope): string[] =>
  holdersOf(scope).map((holder) => quoted(writtenScope(holder, ORG_ID)));

/** The scopes of service tokens that grant a permission. */
const scopesWith = (permission: Permission): string[] =>
  scopesOf(ORG_ID).filter((scope) => permissionsOfScopes([scope], ORG_ID).has(permission));

const planText = (enterprise: boolean | undefined): string =>
  enterprise === true ? ' The organization needs the Enterprise plan.' : '';

const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} or ${items.at(-1) ?? ''}`;
