import { addFinding, addSnapshot, addVersion, mcpIdOf, versionIdOf, type EvidenceKeys } from './mcp-rows.js';
import { daysAgo, idOf } from './marks.js';
import { addInvitation, addToken } from './credential-rows.js';
import { addPerson, policyColumns } from './organization-rows.js';
import { ofOrg, orgIdOf, OTHERS, OWN, type TwinOrganization } from './organizations.js';
import { mcpsOf } from './servers.js';
import type { TwinRows } from './rows.js';

/** The organization of rows that are dead. */
const DEAD: TwinOrganization = { ...OWN, mark: 'dead' };
const AS_OWN = { org_id: orgIdOf(OWN) };

const own = (...words: readonly string[]): string => ofOrg(OWN, ...words);

/** Adds what the organization has and what does not count: expired, disabled, suspended, withdrawn, for something else. */
export function addDead(rows: TwinRows, issuer: string): void {
  addDeadPeople(rows, issuer);
  for (const [name, columns] of Object.entries({
    disabled: { enabled: false, target_type: 'SCORE', target_value: 'min:100' },
    elsewhere: { environments: ['other'], target_type: 'SCORE', target_value: 'min:100' },
    expired: {
      action: 'ALLOW',
      target_type: 'MCP',
      target_value: '*',
      expires_at: daysAgo(1),
      reason: 'ended',
    },
  })) {
    rows.add('policy', {
      id: ofOrg(DEAD, 'policy', name),
      ...policyColumns(OWN, name, { priority: 1, ...columns }),
    });
  }
  rows.add('suppression', {
    id: ofOrg(DEAD, 'suppression', 'expired'),
    ...AS_OWN,
    finding_id: own('finding', 'files', 'shell'),
    reason: 'ended',
    author_id: own('user', 'owner'),
    author_type: 'user',
    author_name: 'acme-owner',
    created_at: daysAgo(5),
    expires_at: daysAgo(1),
  });
  addToken(rows, DEAD, 'expired', { ...AS_OWN, expires_at: daysAgo(1) });
  addToken(rows, DEAD, 'revoked', { ...AS_OWN, revoked_at: daysAgo(1) });
  for (const status of ['EXPIRED', 'REVOKED', 'ACCEPTED', 'PENDING']) {
    addInvitation(rows, DEAD, status.toLowerCase(), {
      ...AS_OWN,
      email: 'invited-member@example.com',
      email_key: status === 'PENDING' ? 'late@example.com' : 'invited-member@example.com',
      status,
      invited_by: own('user', 'owner'),
      expires_at: daysAgo(status === 'PENDING' ? 1 : -6),
    });
  }
  // Others have evaluated what they see, lately or long ago, and what they do not see any longer.
  for (const [index, other] of OTHERS.entries()) {
    for (const slug of ['files', 'open'])
      rows.add('evaluated_mcp', {
        org_id: orgIdOf(other),
        mcp_id: own('mcp', slug),
        evaluated_at: daysAgo(index === OTHERS.length - 1 ? 100 : 5),
      });
  }
  // Others accept the risk of what they see, and of what they do not see any longer.
  for (const other of OTHERS) {
    for (const [slug, finding] of [
      ['files', 'shell'],
      ['open', 'weak'],
    ] as const) {
      rows.add('suppression', {
        id: ofOrg({ ...other, mark: 'foreign' }, 'suppression', 'of-acme', slug),
        org_id: orgIdOf(other),
        finding_id: own('finding', slug, finding),
        reason: `reason of ${other.key}`,
        author_id: ofOrg(other, 'user', 'owner'),
        author_type: 'user',
        author_name: `${other.key}-owner`,
        created_at: daysAgo(5),
        expires_at: daysAgo(-60),
      });
    }
  }
}

/** Members who are suspended, former ones whose account was deleted, and one whose address nobody has verified. */
function addDeadPeople(rows: TwinRows, issuer: string): void {
  for (const [name, columns] of Object.entries({
    suspended: { status: 'SUSPENDED' },
    deleted: { status: 'DELETED' },
    unverified: { email_verified: false },
  })) {
    addPerson(rows, DEAD, name, issuer, columns);
    rows.add('organization_member', {
      ...AS_OWN,
      user_id: ofOrg(DEAD, 'user', name),
      role: 'MEMBER',
      created_at: daysAgo(30),
    });
    rows.add('area_member', {
      area_id: own('area', 'core'),
      ...AS_OWN,
      user_id: ofOrg(DEAD, 'user', name),
      role: 'MEMBER',
      added_at: daysAgo(30),
    });
  }
}

/** Adds what lists show and nothing counts: older, revoked, failed, incomplete and preview versions. */
export function addPast(rows: TwinRows, evidence: EvidenceKeys): void {
  const { files, code } = mcpsOf(OWN);
  const [newest] = files.versions;
  const [commit] = code.versions;
  if (newest === undefined || commit === undefined) throw new Error('the servers have versions');
  const { publication: _published, ...rest } = newest;
  const npm = (version: string) => ({ kind: 'npm', name: 'acme-files', version }) as const;
  const bad = { score: 3, level: 1, controls: { 'SEC-001': false, 'SEC-002': true, 'SEC-003': false } };
  const extra = [
    { name: 'old', severity: 'critical', class: 'D', owasp: 'MCP07', columns: { id: null } },
  ] as const;
  const versions = {
    older: { ...rest, ...bad, number: '0.9.0', days: 20, source: npm('0.9.0'), findings: extra },
    revoked: {
      ...rest,
      ...bad,
      number: '3.0.0',
      days: 4,
      source: npm('3.0.0'),
      findings: extra,
      columns: { revoked_at: daysAgo(3), revoked_reason: 'bad' },
    },
    preview: {
      ...rest,
      ...bad,
      number: '4.0.0',
      days: 3,
      source: npm('4.0.0'),
      findings: extra,
      columns: { preview: true },
    },
  };
  for (const [index, version] of Object.values(versions).entries()) {
    addVersion(rows, files, version, {
      position: 10 + index,
      evidence,
      mark: 'past',
    });
  }
  // A later analysis that did not finish, of a version whose last analysis no request here asks for.
  addSnapshot(
    rows,
    code,
    {
      ...commit,
      ...bad,
      days: 2,
      snapshot: {
        id: idOf('past', OWN.key, 'snapshot', 'incomplete'),
        version_id: versionIdOf(code, commit),
        complete: false,
      },
    },
    { position: 20, evidence, mark: 'past' },
  );
  // Of the version before, and not of the newest one.
  addFinding(rows, files, versions.older, {
    finding: {
      name: 'resolved',
      severity: 'critical',
      class: 'E',
      owasp: 'MCP08',
      columns: {
        status: 'resolved',
        resolved_at: daysAgo(9),
      },
    },
    ordinal: 9,
    mark: 'past',
  });
  rows.add('analysis_job', {
    id: idOf('past', OWN.key, 'job', 'failed'),
    version_id: versionIdOf(files, newest),
    mcp_id: mcpIdOf(files),
    reason: 'reanalysis',
    status: 'FAILED',
    run_after: daysAgo(2),
    created_at: daysAgo(2),
    finished_at: daysAgo(2),
    failure_reason: 'a failure',
  });
}
