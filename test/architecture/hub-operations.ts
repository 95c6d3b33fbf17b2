import { randomUUID } from 'node:crypto';
import type { HubObjects } from '../support/hub-objects.js';

/**
 * Every operation of the hub with its access rule: hub contract 1 to 19. A permission applies to the organization in the path;
 * `enterprise` means that it needs that plan.
 */
export const SPECIFIED: Readonly<Record<string, string>> = {
  'GET /auth/login': 'open',
  'GET /auth/callback': 'open',
  'POST /auth/logout': 'open',

  'GET /.well-known/jwks.json': 'open',

  'GET /v0.1/servers': 'open',
  'GET /v0.1/servers/{serverName}/versions': 'open',
  'GET /v0.1/servers/{serverName}/versions/{version}': 'open',
  'GET /allow/{capability}/v0.1/servers': 'open',
  'GET /allow/{capability}/v0.1/servers/{serverName}/versions': 'open',
  'GET /allow/{capability}/v0.1/servers/{serverName}/versions/{version}': 'open',
  'GET /allow/{capability}/managed-settings.json': 'open',
  'GET /allow/{capability}/managed-mcp.json': 'open',

  'GET /api/v1/me': 'user',
  'GET /api/v1/me/invitations': 'user',
  'POST /api/v1/me/invitations/{invitationId}/accept': 'user',
  'POST /api/v1/me/invitations/{invitationId}/decline': 'user',

  'GET /api/v1/mcps': 'public',
  'GET /api/v1/mcps/facets': 'public',
  'GET /api/v1/mcps/{mcpId}': 'public',
  'GET /api/v1/mcps/{mcpId}/versions': 'public',
  'GET /api/v1/mcps/{mcpId}/versions/{versionId}': 'public',
  'GET /api/v1/mcps/{mcpId}/versions/{versionId}/snapshot/latest': 'public',
  'GET /api/v1/mcps/{mcpId}/versions/{versionId}/controls': 'public',
  'GET /api/v1/mcps/{mcpId}/versions/{versionId}/scores': 'public',
  'GET /api/v1/mcps/{mcpId}/versions/{versionId}/findings': 'public',
  'GET /api/v1/mcps/{mcpId}/versions/{versionId}/report': 'public',
  'GET /api/v1/mcps/{mcpId}/versions/{versionId}/sarif': 'public',
  'GET /api/v1/mcps/{mcpId}/versions/{versionId}/sbom': 'public',
  'GET /api/v1/mcps/{mcpId}/versions/{versionId}/tarball': 'public',
  'GET /api/v1/mcps/{owner}/{slug}': 'public',
  'GET /api/v1/mcps/{owner}/{slug}/versions': 'public',

  'POST /api/v1/orgs': 'user',
  'GET /api/v1/orgs': 'user',
  'GET /api/v1/orgs/{orgId}': 'org:read',
  'PUT /api/v1/orgs/{orgId}': 'org:edit',
  'GET /api/v1/orgs/{orgId}/roles': 'org:read',
  'GET /api/v1/orgs/{orgId}/members': 'org:read',
  'PATCH /api/v1/orgs/{orgId}/members/{userId}': 'member:manage',
  'DELETE /api/v1/orgs/{orgId}/members/{userId}': 'org:read',
  'POST /api/v1/orgs/{orgId}/users/invite': 'member:invite',
  'GET /api/v1/orgs/{orgId}/invitations': 'member:invite',
  'DELETE /api/v1/orgs/{orgId}/invitations/{invitationId}': 'member:invite',

  'GET /api/v1/orgs/{orgId}/areas': 'area:read enterprise',
  'POST /api/v1/orgs/{orgId}/areas': 'org:edit enterprise',
  'GET /api/v1/orgs/{orgId}/areas/{areaId}': 'area:read enterprise',
  'PUT /api/v1/orgs/{orgId}/areas/{areaId}': 'area:write enterprise',
  'DELETE /api/v1/orgs/{orgId}/areas/{areaId}': 'area:write enterprise',
  'GET /api/v1/orgs/{orgId}/areas/{areaId}/members': 'area:read enterprise',
  'POST /api/v1/orgs/{orgId}/areas/{areaId}/members': 'area:write enterprise',
  'DELETE /api/v1/orgs/{orgId}/areas/{areaId}/members/{userId}': 'area:write enterprise',
  'PATCH /api/v1/orgs/{orgId}/areas/{areaId}/members/{userId}/role': 'area:write enterprise',

  'GET /api/v1/orgs/{orgId}/suppressions': 'mcp:read',
  'POST /api/v1/orgs/{orgId}/suppressions': 'mcp:write',
  'DELETE /api/v1/orgs/{orgId}/suppressions/{suppressionId}': 'mcp:write',

  'GET /api/v1/orgs/{orgId}/policies': 'policy:read enterprise',
  'POST /api/v1/orgs/{orgId}/policies': 'policy:write enterprise',
  'GET /api/v1/orgs/{orgId}/policies/{policyId}': 'policy:read enterprise',
  'PUT /api/v1/orgs/{orgId}/policies/{policyId}': 'policy:write enterprise',
  'DELETE /api/v1/orgs/{orgId}/policies/{policyId}': 'policy:write enterprise',
  'GET /api/v1/mcps/{mcpId}/badge.svg': 'public',
  'POST /api/v1/orgs/{orgId}/mcps/{mcpId}/badge': 'mcp:write',
  'DELETE /api/v1/orgs/{orgId}/mcps/{mcpId}/badge': 'mcp:write',
  'POST /api/v1/orgs/{orgId}/policies/test': 'policy:read enterprise',
  'GET /api/v1/orgs/{orgId}/evaluations': 'policy:read enterprise',
  'GET /api/v1/orgs/{orgId}/evaluations/{evaluationId}': 'policy:read enterprise',
  'POST /api/v1/ci/evaluate': 'ci:org enterprise',
  'GET /api/v1/orgs/{orgId}/managed-settings': 'policy:read or ci:org enterprise',
  'GET /api/v1/orgs/{orgId}/allow-lists': 'policy:read enterprise',
  'POST /api/v1/orgs/{orgId}/allow-lists': 'policy:write enterprise',
  'POST /api/v1/orgs/{orgId}/allow-lists/{allowListId}/rotate': 'policy:write enterprise',
  'DELETE /api/v1/orgs/{orgId}/allow-lists/{allowListId}': 'policy:write enterprise',
  'GET /api/v1/orgs/{orgId}/mcps/{mcpId}/launch': 'policy:read enterprise',
  'PUT /api/v1/orgs/{orgId}/mcps/{mcpId}/launch': 'policy:write enterprise',
  'DELETE /api/v1/orgs/{orgId}/mcps/{mcpId}/launch': 'policy:write enterprise',

  'GET /api/v1/orgs/{orgId}/webhooks': 'org:edit enterprise',
  'POST /api/v1/orgs/{orgId}/webhooks': 'org:edit enterprise',
  'GET /api/v1/orgs/{orgId}/webhooks/{webhookId}': 'org:edit enterprise',
  'PUT /api/v1/orgs/{orgId}/webhooks/{webhookId}': 'org:edit enterprise',
  'DELETE /api/v1/orgs/{orgId}/webhooks/{webhookId}': 'org:edit enterprise',
  'POST /api/v1/orgs/{orgId}/webhooks/{webhookId}/rotate': 'org:edit enterprise',
  'POST /api/v1/orgs/{orgId}/webhooks/{webhookId}/test': 'org:edit enterprise',
  'GET /api/v1/orgs/{orgId}/webhooks/{webhookId}/deliveries': 'org:edit enterprise',
  'POST /api/v1/orgs/{orgId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver': 'org:edit enterprise',

  'GET /api/v1/orgs/{orgId}/tokens': 'token:write',
  'POST /api/v1/orgs/{orgId}/tokens': 'token:write',
  'DELETE /api/v1/orgs/{orgId}/tokens/{tokenId}': 'token:write',

  'GET /api/v1/orgs/{orgId}/audit-events': 'audit:read',
  'GET /api/v1/orgs/{orgId}/audit-events/verify': 'audit:read',
  'POST /api/v1/orgs/{orgId}/reports': 'report:create enterprise',
  'GET /api/v1/orgs/{orgId}/reports': 'report:read enterprise',
  'GET /api/v1/orgs/{orgId}/reports/{reportId}': 'report:read enterprise',
  'GET /api/v1/orgs/{orgId}/reports/{reportId}.pdf': 'report:read enterprise',
  'GET /api/v1/orgs/{orgId}/reports/{reportId}.html': 'report:read enterprise',
  'GET /api/v1/orgs/{orgId}/reports/{reportId}.json': 'report:read enterprise',
  'POST /api/v1/orgs/{orgId}/report-schedules': 'report:create enterprise',
  'GET /api/v1/orgs/{orgId}/report-schedules': 'report:read enterprise',
  'DELETE /api/v1/orgs/{orgId}/report-schedules/{scheduleId}': 'report:create enterprise',
  'GET /api/v1/orgs/{orgId}/retention': 'audit:read enterprise',
  'PUT /api/v1/orgs/{orgId}/retention': 'org:edit enterprise',

  'POST /api/v1/uploads/init': 'caller',
  'PUT /api/v1/uploads/{uploadId}/bundle': 'open',
  'POST /api/v1/uploads/{uploadId}/finalize': 'caller',

  'GET /api/v1/grc/audit-events': 'grc:read enterprise',
  'GET /api/v1/grc/audit-events/checkpoint': 'grc:read enterprise',
  'GET /api/v1/grc/export': 'grc:read enterprise',
  'GET /api/v1/grc/risk-posture': 'grc:read enterprise',
  'GET /api/v1/grc/vulnerabilities': 'grc:read enterprise',
  'GET /api/v1/grc/controls': 'grc:read enterprise',
  'GET /api/v1/grc/controls/summary': 'grc:read enterprise',
  'GET /api/v1/grc/evidence': 'grc:read enterprise',
  'GET /api/v1/grc/compliance/owasp-mcp-top10': 'grc:read enterprise',
  'GET /api/v1/grc/oscal/assessment-results': 'grc:read enterprise',

  'POST /api/v1/scans': 'caller',
  'GET /api/v1/scans/checking/{checkToken}': 'caller',
  'GET /api/v1/scans/{scanId}/verdict': 'caller',
  'GET /api/v1/scans/{scanId}/result': 'caller',
  'GET /api/v1/user/me': 'caller',

  'POST /api/v1/webhooks/github': 'open',
  'POST /api/v1/webhooks/gitlab': 'open',
  'POST /api/v1/webhooks/bitbucket': 'open',
  'POST /api/v1/webhooks/stripe': 'open',

  ...Object.fromEntries(
    [
      'GET /users',
      'GET /users/{userId}',
      'POST /users',
      'PUT /users/{userId}',
      'PATCH /users/{userId}/plan',
      'PATCH /users/{userId}/role',
      'POST /users/{userId}/suspend',
      'POST /users/{userId}/activate',
      'DELETE /users/{userId}',
      'POST /users/bulk/suspend',
      'POST /users/bulk/activate',
      'GET /orgs',
      'GET /orgs/{orgId}',
      'POST /orgs',
      'PUT /orgs/{orgId}',
      'PATCH /orgs/{orgId}/plan',
      'POST /orgs/{orgId}/suspend',
      'POST /orgs/{orgId}/activate',
      'DELETE /orgs/{orgId}',
      'GET /mcps',
      'GET /mcps/{mcpId}',
      'POST /mcps',
      'PUT /mcps/{mcpId}',
      'PATCH /mcps/{mcpId}/category',
      'PATCH /mcps/{mcpId}/tags',
      'POST /mcps/{mcpId}/featured',
      'DELETE /mcps/{mcpId}',
      'GET /mcps/{mcpId}/versions/{versionId}/publication',
      'POST /mcps/{mcpId}/versions/{versionId}/publication/retry',
      'GET /mcps/{mcpId}/snapshots/verify',
      'POST /mcps/{mcpId}/analyze',
      'GET /analysis-jobs',
      'GET /analysis-jobs/{jobId}',
      'POST /analysis-jobs/{jobId}/retry',
      'GET /categories',
      'POST /categories',
      'PUT /categories/{id}',
      'DELETE /categories/{id}',
      'GET /tags',
      'POST /tags',
      'PUT /tags/{id}',
      'DELETE /tags/{id}',
      'GET /advisories',
      'GET /audit',
      'GET /audit/verify',
      'GET /audit/users/{userId}',
      'GET /audit/orgs/{orgId}',
    ].map((operation) => [operation.replace(' ', ' /api/v1/admin'), 'platform_admin']),
  ),
};

const unique = (): string => randomUUID().slice(0, 8);

/** A valid body for each operation that takes one. */
export const BODIES: Readonly<Record<string, (objects: HubObjects) => object>> = {
  'POST /api/v1/uploads/init': ({ orgSlug }) => ({
    mcp_name: `${orgSlug}/pushed-${unique()}`,
    mcp_version: '1.0.0',
    bundle_digest: `sha256:${'0b'.repeat(32)}`,
  }),
  'POST /api/v1/scans': () => ({ url: `https://github.com/acme/${unique()}` }),
  'POST /api/v1/orgs': () => ({ name: 'Acme', slug: `acme-${unique()}`, display_name: 'Acme' }),
  'PUT /api/v1/orgs/{orgId}': () => ({ name: `Changed ${unique()}` }),
  'PATCH /api/v1/orgs/{orgId}/members/{userId}': () => ({ role: 'ADMIN' }),
  'POST /api/v1/orgs/{orgId}/users/invite': () => ({ email: `${unique()}@example.com`, role: 'MEMBER' }),
  'POST /api/v1/orgs/{orgId}/areas': () => ({
    name: 'Area',
    slug: `area-${unique()}`,
    description: 'An area',
  }),
  'PUT /api/v1/orgs/{orgId}/areas/{areaId}': () => ({ name: `Changed ${unique()}` }),
  'POST /api/v1/orgs/{orgId}/areas/{areaId}/members': ({ newcomerId }) => ({
    user_id: newcomerId,
    role: 'MEMBER',
  }),
  'PATCH /api/v1/orgs/{orgId}/areas/{areaId}/members/{userId}/role': () => ({ role: 'LEAD' }),
  'POST /api/v1/orgs/{orgId}/suppressions': ({ findingId }) => ({
    finding_id: findingId,
    reason: 'The tool runs in a container.',
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  }),
  'POST /api/v1/orgs/{orgId}/policies': () => aPolicy(),
  'PUT /api/v1/orgs/{orgId}/policies/{policyId}': () => aPolicy(),
  'POST /api/v1/orgs/{orgId}/policies/test': () => ({ environment: 'production', policies: [aPolicy()] }),
  'POST /api/v1/orgs/{orgId}/reports': () => ({ scope: 'ORGANIZATION', format: 'PDF' }),
  'POST /api/v1/orgs/{orgId}/report-schedules': () => ({ scope: 'ORGANIZATION', interval: 'WEEKLY' }),
  'PUT /api/v1/orgs/{orgId}/retention': () => ({ audit_months: 24 }),
  'POST /api/v1/orgs/{orgId}/webhooks': () => aWebhook(),
  'PUT /api/v1/orgs/{orgId}/webhooks/{webhookId}': () => aWebhook(),
  'POST /api/v1/orgs/{orgId}/allow-lists': () => ({ name: 'Developers', environment: 'production' }),
  'PUT /api/v1/orgs/{orgId}/mcps/{mcpId}/launch': () => ({
    commands: [['npx', '-y', 'files@{version}', '/srv']],
    urls: [`https://${unique()}.example.com/mcp`],
    images: [`acme/files@sha256:${unique().padEnd(64, '0')}`],
  }),
  'POST /api/v1/ci/evaluate': ({ orgId, owner, slug }) => ({
    org_id: orgId,
    environment: 'production',
    mcps: [{ name: `${owner}/${slug}`, version: 'latest' }],
  }),
  'POST /api/v1/orgs/{orgId}/tokens': ({ orgId }) => ({
    name: 'ci',
    description: '',
    scopes: [`ci:org:${orgId}`],
  }),
  'POST /api/v1/admin/users': () => ({ email: `${unique()}@example.com`, name: 'Somebody' }),
  'PUT /api/v1/admin/users/{userId}': () => ({ name: `Changed ${unique()}` }),
  'PATCH /api/v1/admin/users/{userId}/plan': () => ({ plan: 'PRO' }),
  'PATCH /api/v1/admin/users/{userId}/role': () => ({ role: 'PLATFORM_ADMIN' }),
  'POST /api/v1/admin/users/bulk/suspend': ({ userId }) => ({ user_ids: [userId] }),
  'POST /api/v1/admin/users/bulk/activate': ({ userId }) => ({ user_ids: [userId] }),
  'POST /api/v1/admin/orgs': () => ({ name: 'Acme', slug: `acme-${unique()}`, display_name: 'Acme' }),
  'PUT /api/v1/admin/orgs/{orgId}': () => ({ name: `Changed ${unique()}` }),
  'PATCH /api/v1/admin/orgs/{orgId}/plan': () => ({ plan: 'PRO' }),
  'POST /api/v1/admin/mcps': () => ({
    name: `acme/${unique()}`,
    repo_url: `https://github.com/acme/${unique()}`,
  }),
  'PUT /api/v1/admin/mcps/{mcpId}': () => ({ description: `Changed ${unique()}` }),
  'PATCH /api/v1/admin/mcps/{mcpId}/category': ({ categoryId }) => ({ category_id: categoryId }),
  'PATCH /api/v1/admin/mcps/{mcpId}/tags': ({ tagId }) => ({ tag_ids: [tagId] }),
  'POST /api/v1/admin/mcps/{mcpId}/featured': () => ({ featured: true }),
  'POST /api/v1/admin/categories': () => ({ name: 'Files', slug: `files-${unique()}` }),
  'PUT /api/v1/admin/categories/{id}': () => ({ name: `Changed ${unique()}`, slug: `files-${unique()}` }),
  'POST /api/v1/admin/tags': () => ({ name: 'Files', slug: `files-${unique()}` }),
  'PUT /api/v1/admin/tags/{id}': () => ({ name: `Changed ${unique()}`, slug: `files-${unique()}` }),
};

const aPolicy = (): object => ({
  name: `Scores ${unique()}`,
  description: '',
  action: 'DENY',
  target_type: 'SCORE',
  target_value: 'min:60',
  priority: 10,
  enabled: true,
});

const aWebhook = (): object => ({ url: `https://hooks.example.com/${unique()}`, events: ['gate.failed'] });

function keyOf(name: string, template: string): string {
  if (name === 'id') return template.includes('/categories/') ? 'categoryId' : 'tagId';
  return name === 'invitationId' && template.includes('/me/') ? 'receivedInvitationId' : name;
}

/** The path of an operation on these objects. */
export const pathTo = (template: string, objects: HubObjects): string =>
  template.replace(/\{(\w+)\}/g, (_placeholder, name: string) => {
    const key = keyOf(name, template);
    const value = (objects as unknown as Record<string, string | undefined>)[key];
    if (value === undefined) throw new Error(`nothing stands for {${name}} of ${template}`);
    return value;
  });
