import { addCredentials, addWebhooks } from './credential-rows.js';
import { addMcp, type EvidenceKeys } from './mcp-rows.js';
import { daysAgo, idOf, secretOf } from './marks.js';
import { hashOf, ofOrg, orgIdOf, PEOPLE, type TwinOrganization } from './organizations.js';
import type { TwinRows } from './rows.js';
import { mcpsOf } from './servers.js';

/** Adds an organization with everything that one can have. */
export function addOrganization(
  rows: TwinRows,
  org: TwinOrganization,
  { issuer, evidence, report }: { issuer: string; evidence: EvidenceKeys; report: readonly string[] },
): void {
  const id = orgIdOf(org);
  const at = daysAgo(40);
  const times = { created_at: at, updated_at: at };
  rows.add('organization', {
    id,
    name: `Org ${org.key}`,
    slug: org.key,
    slug_key: org.key,
    display_name: `Organization ${org.key}`,
    plan: org.plan,
    status: org.status,
    // A sweep is more than a minute's.
    api_calls_per_min: 5000,
    ...times,
  });
  addPeople(rows, org, issuer);
  addAreas(rows, org);
  const mcps = mcpsOf(org);
  for (const mcp of Object.values(mcps)) addMcp(rows, mcp, evidence);
  addRules(rows, org, mcps);
  addCredentials(rows, org);
  addWebhooks(rows, org);
  for (const [index, name] of ['first', 'second'].entries()) {
    rows.add('report', {
      id: ofOrg(org, 'report', name),
      org_id: id,
      scope: 'ORGANIZATION',
      paper: 'A4',
      status: 'COMPLETED',
      run_after: at,
      requested_by: `Owner of ${org.key}`,
      created_at: daysAgo(3),
      finished_at: daysAgo(3, 60),
      data_key: report[0],
      html_key: report[1],
      pdf_key: report[2],
    });
    rows.add('report_schedule', {
      id: ofOrg(org, 'schedule', name),
      org_id: id,
      interval: index === 0 ? 'WEEKLY' : 'MONTHLY',
      paper: 'A4',
      // As far as they are members, active, and have verified their addresses.
      notify: [
        'acme-owner',
        'acme-suspended',
        'acme-deleted',
        'acme-unverified',
        `${org.key}-owner`,
        `${org.key}-member`,
      ].map((name) => `${name}@example.com`),
      next_run_at: daysAgo(-5),
      created_at: daysAgo(3),
    });
  }
  rows.add('organization_retention', { org_id: id, audit_months: 24, evaluation_months: 6, updated_at: at });
}

function addPeople(rows: TwinRows, org: TwinOrganization, issuer: string): void {
  for (const [name, role] of Object.entries(PEOPLE)) {
    addPerson(rows, org, name, issuer);
    rows.add('organization_member', {
      org_id: orgIdOf(org),
      user_id: ofOrg(org, 'user', name),
      role,
      created_at: daysAgo(40, name.length),
    });
  }
}

/** Adds a user of an organization. */
export function addPerson(
  rows: TwinRows,
  org: TwinOrganization,
  name: string,
  issuer: string,
  columns: Readonly<Record<string, unknown>> = {},
): void {
  const email = `${org.key}-${name}@example.com`;
  rows.add('hub_user', {
    id: ofOrg(org, 'user', name),
    issuer,
    subject: `auth0|${org.key}-${name}`,
    email,
    email_key: email,
    email_verified: true,
    name: `${org.key}-${name}`,
    plan: name === 'owner' ? 'ENTERPRISE' : 'FREE',
    created_at: daysAgo(40),
    updated_at: daysAgo(40),
    last_login_at: daysAgo(1),
    ...columns,
  });
}

function addAreas(rows: TwinRows, org: TwinOrganization): void {
  for (const name of ['core', 'edge']) {
    const id = ofOrg(org, 'area', name);
    rows.add('area', {
      id,
      org_id: orgIdOf(org),
      name: `Area ${name}`,
      slug: name,
      slug_key: name,
      description: `Area ${name} of ${org.key}`,
      created_at: daysAgo(39),
      updated_at: daysAgo(39),
    });
    const members = name === 'core' ? { lead: 'LEAD', member: 'VIEWER' } : { lead: 'MEMBER' };
    for (const [person, role] of Object.entries(members)) {
      rows.add('area_member', {
        area_id: id,
        org_id: orgIdOf(org),
        user_id: ofOrg(org, 'user', person),
        role,
        added_at: daysAgo(38, person.length),
      });
    }
  }
}

/** Columns of a policy. */
export const policyColumns = (
  org: TwinOrganization,
  name: string,
  columns: Readonly<Record<string, unknown>>,
) => ({
  org_id: orgIdOf(org),
  name,
  description: `Policy ${name} of ${org.key}`,
  action: 'DENY',
  target_type: 'SCORE',
  target_value: 'min:65',
  priority: 10,
  enabled: true,
  created_at: daysAgo(20),
  updated_at: daysAgo(20),
  ...columns,
});

type Mcps = ReturnType<typeof mcpsOf>;

function addRules(rows: TwinRows, org: TwinOrganization, mcps: Mcps): void {
  const id = orgIdOf(org);
  const policy = (name: string, columns: Readonly<Record<string, unknown>>) =>
    rows.add('policy', { id: ofOrg(org, 'policy', name), ...policyColumns(org, name, columns) });
  policy('scores', { environments: ['production'] });
  policy('classes', { action: 'WARN', target_type: 'CLASS', target_value: 'A', priority: 20 });
  policy('exception', {
    action: 'ALLOW',
    target_type: 'MCP',
    target_value: 'elsewhere/*',
    priority: 30,
    reason: 'agreed',
    expires_at: daysAgo(-30),
  });
  rows.add('suppression', {
    id: ofOrg(org, 'suppression', 'path'),
    org_id: id,
    finding_id: idOf(mcps.files.mark, org.key, 'finding', 'files', 'path'),
    reason: `reason of ${org.key}`,
    author_id: ofOrg(org, 'user', 'owner'),
    author_type: 'user',
    author_name: `${org.key}-owner`,
    created_at: daysAgo(2),
    expires_at: daysAgo(-60),
  });
  for (const environment of ['production', 'staging']) {
    rows.add('allow_list', {
      id: ofOrg(org, 'allow-list', environment),
      org_id: id,
      name: `List of ${environment} of ${org.key}`,
      environment,
      capability_hash: hashOf(secretOf(org.key, 'allow-list', environment)),
      created_at: daysAgo(6),
    });
  }
  for (const slug of ['files', 'open'] as const) {
    const mcpId = idOf(mcps[slug].mark, org.key, 'mcp', slug);
    rows.add('mcp_launch', {
      org_id: id,
      mcp_id: mcpId,
      commands: [['npx', '-y', `${slug}-of-${org.key}@{version}`]],
      updated_at: daysAgo(5),
    });
    // The same image and address in each organization.
    for (const kind of ['image', 'remote']) {
      rows.add('mcp_launch_target', {
        org_id: id,
        kind,
        target: kind === 'image' ? `acme/${slug}` : `https://${slug}.example.com/mcp`,
        mcp_id: mcpId,
        version_id: null,
      });
    }
    rows.add('mcp_badge', {
      mcp_id: mcpId,
      key_hash: hashOf(secretOf(org.key, 'badge')),
      created_at: daysAgo(5),
    });
  }
  for (const passed of [true, false]) {
    rows.add('evaluation', {
      id: ofOrg(org, 'evaluation', String(passed)),
      org_id: id,
      token_id: ofOrg(org, 'token', 'ci'),
      environment: passed ? 'production' : 'staging',
      passed,
      servers: 1,
      denied: passed ? 0 : 1,
      policies: [],
      items: [],
      created_at: daysAgo(4),
      policies_applied: 1,
    });
  }
  rows.add('scan', {
    id: ofOrg(org, 'scan'),
    token_hash: hashOf(secretOf(org.key, 'scan')),
    caller_kind: 'user',
    caller_id: ofOrg(org, 'user', 'owner'),
    url: 'npm:acme-files',
    target: {},
    status: 'RESOLVED',
    mcp_id: idOf(mcps.files.mark, org.key, 'mcp', 'files'),
    snapshot_id: idOf(mcps.files.mark, org.key, 'snapshot', 'files', '1.0.0'),
    created_at: daysAgo(1),
  });
}
