import { randomUUID } from 'node:crypto';
import { HubObjects as StoredObjects } from '../../src/hub/platform/objects/hub-objects.js';
import { hashCheckToken, newCheckToken } from '../../src/hub/analysis/scans/check-token.js';
import type { HubObjectKind } from '../../src/storage/artifacts/artifact-store.js';
import { aFinding, anAnalysis } from './analyses.js';
import { EVIDENCE, evidenceSql } from './evidence.js';
import type { TestApp } from './test-app.js';

/** Path parameters of the hub's operations and the ids in their bodies: of one organization, all new. */
export interface HubObjects {
  readonly orgId: string;
  readonly areaId: string;
  readonly policyId: string;
  readonly allowListId: string;
  /** A recorded evaluation. */
  readonly evaluationId: string;
  readonly tokenId: string;
  readonly invitationId: string;
  /** An invitation to the invitee, in an otherwise empty organization. */
  readonly receivedInvitationId: string;
  /** A member of the organization and of the area. */
  readonly userId: string;
  /** A member of the organization who is not in the area. */
  readonly newcomerId: string;
  readonly mcpId: string;
  readonly versionId: string;
  /** A finding of the version, which nobody suppresses, and a suppression of another one. */
  readonly findingId: string;
  readonly suppressionId: string;
  /** A finished analysis of the version. */
  readonly jobId: string;
  /** Owner and slug of the MCP's name. */
  readonly owner: string;
  readonly slug: string;
  readonly categoryId: string;
  readonly tagId: string;
  /** A scan of a caller that does not exist, and its token. */
  readonly scanId: string;
  readonly checkToken: string;
  /** An upload whose bytes are stored. */
  readonly uploadId: string;
  readonly orgSlug: string;
  /** A webhook that can have its events sent, and a delivery to it that was given up. */
  readonly webhookId: string;
  readonly deliveryId: string;
  /** A completed report about the organization, and a schedule. */
  readonly reportId: string;
  readonly scheduleId: string;
}

/** Invites an address to a new organization. */
async function inviteTo(t: TestApp, email: string): Promise<string> {
  const [{ id } = { id: '' }] = await t.rows<{ id: string }>(
    `WITH org AS (
       INSERT INTO organization (id, name, slug, slug_key, display_name, plan, created_at, updated_at)
       VALUES (gen_random_uuid(), 'Inviting', $2, $2, 'Inviting', 'FREE', now(), now()) RETURNING id),
     inviter AS (
       INSERT INTO hub_user (id, email, email_key, email_verified, name, created_at, updated_at)
       VALUES (gen_random_uuid(), $2 || '@example.com', $2 || '@example.com', true, 'Inviter', now(), now())
       RETURNING id),
     owner AS (
       INSERT INTO organization_member (org_id, user_id, role, created_at)
       SELECT org.id, inviter.id, 'OWNER', now() FROM org, inviter)
     INSERT INTO invitation (id, org_id, email, email_key, role, invited_by, created_at, expires_at)
     SELECT gen_random_uuid(), org.id, $1, $1, 'MEMBER', inviter.id, now(), now() + interval '1 day'
       FROM org, inviter
     RETURNING id`,
    [email, `inviting-${randomUUID().slice(0, 8)}`],
  );
  return id;
}

/**
 * Creates one object of every kind in an organization. The MCP is private, with an analyzed version.
 * @param invitee the address of `receivedInvitationId`
 */
export async function makeHubObjects(
  t: TestApp,
  orgId: string,
  invitee = 'nobody@example.com',
): Promise<HubObjects> {
  const mark = randomUUID().slice(0, 8);
  const ids = Object.fromEntries(
    [
      'area',
      'policy',
      'evaluation',
      'token',
      'invitation',
      'user',
      'newcomer',
      'mcp',
      'version',
      'snapshot',
      'finding',
      'suppressed',
      'suppression',
      'job',
      'category',
      'tag',
      'upload',
      'scan',
      'webhook',
      'event',
      'delivery',
      'allowList',
      'report',
      'schedule',
    ].map((name) => [name, randomUUID()]),
  ) as Record<string, string>;
  for (const name of ['user', 'newcomer']) {
    await t.rows(
      `INSERT INTO hub_user (id, email, email_key, email_verified, name, created_at, updated_at)
       VALUES ($1, $2, $2, true, $3, now(), now())`,
      [ids[name], `${name}-${mark}@example.com`, name],
    );
    await t.rows(
      `INSERT INTO organization_member (org_id, user_id, role, created_at) VALUES ($1, $2, 'MEMBER', now())`,
      [orgId, ids[name]],
    );
  }
  await t.rows(
    `INSERT INTO area (id, org_id, name, slug, slug_key, created_at, updated_at) VALUES ($1, $2, 'Area', $3, $3, now(), now())`,
    [ids['area'], orgId, `area-${mark}`],
  );
  await t.rows(
    `INSERT INTO area_member (area_id, org_id, user_id, role, added_at) VALUES ($1, $2, $3, 'MEMBER', now())`,
    [ids['area'], orgId, ids['user']],
  );
  await t.rows(
    `INSERT INTO policy (id, org_id, name, action, target_type, target_value, priority, enabled, created_at, updated_at)
     VALUES ($1, $2, 'Scores', 'DENY', 'SCORE', 'min:60', 10, true, now(), now())`,
    [ids['policy'], orgId],
  );
  await t.rows(
    `INSERT INTO evaluation (id, org_id, token_id, environment, passed, servers, denied, policies, items, created_at)
     VALUES ($1, $2, $3, 'production', true, 0, 0, '[]', '[]', now())`,
    [ids['evaluation'], orgId, ids['token']],
  );
  await t.rows(
    `INSERT INTO service_token (id, org_id, name, token_hash, token_prefix, scopes, created_by, created_at, expires_at)
     VALUES ($1, $2, 'ci', decode(md5($3), 'hex'), 'mcp_tk_a', '{read:public}', gen_random_uuid(), now(), now() + interval '1 day')`,
    [ids['token'], orgId, mark],
  );
  await t.rows(
    `INSERT INTO invitation (id, org_id, email, email_key, role, invited_by, created_at, expires_at)
     VALUES ($1, $2, $3, $3, 'MEMBER', gen_random_uuid(), now(), now() + interval '1 day')`,
    [ids['invitation'], orgId, `invited-${mark}@example.com`],
  );
  // An organization has a few at most.
  await t.rows('DELETE FROM allow_list WHERE org_id = $1', [orgId]);
  await t.rows(
    `INSERT INTO allow_list (id, org_id, name, environment, capability_hash, created_at)
     VALUES ($1, $2, 'Developers', 'production', decode(md5($3), 'hex'), now())`,
    [ids['allowList'], orgId, mark],
  );
  for (const table of ['category', 'tag']) {
    await t.rows(
      `INSERT INTO ${table} (id, name, slug, created_at, updated_at) VALUES ($1, 'Files', $2, now(), now())`,
      [ids[table], `files-${mark}`],
    );
  }
  const [owner, slug] = [`owner-${mark}`, `server-${mark}`];
  await t.rows(
    `INSERT INTO mcp (id, org_id, area_id, name, name_key, repo_url, repo_key, visibility, origin, created_at, updated_at)
     VALUES ($1, $2, $5, $3, $3, $4, $4, 'private', 'community', now(), now())`,
    [ids['mcp'], orgId, `${owner}/${slug}`, `https://github.com/${owner}/${slug}`, ids['area']],
  );
  await t.rows(
    `INSERT INTO mcp_version (id, mcp_id, visible_version, commit_hash, status, global_score, certification_level, created_at, updated_at)
     VALUES ($1, $2, 'commit-0123456-20260101', $3, 'CERTIFIED', 80, 2, now(), now())`,
    [ids['version'], ids['mcp'], '0123456789abcdef0123456789abcdef01234567'],
  );
  await t.rows(
    `INSERT INTO source_secret (mcp_id, secret, created_at, created_by) VALUES ($1, decode(md5($2), 'hex'), now(), $3)`,
    [ids['mcp'], mark, ids['user']],
  );
  await t.rows(
    `INSERT INTO mcp_badge (mcp_id, key_hash, created_at) VALUES ($1, decode(md5($2), 'hex'), now())`,
    [ids['mcp'], mark],
  );
  const links = evidenceSql({ ...EVIDENCE, ...(await storedEvidence(t)), position: 1 });
  await t.rows(
    `INSERT INTO analysis_job (id, version_id, mcp_id, reason, status, run_after, created_at, finished_at)
     VALUES ($1, $2, $3, 'ingest', 'SUCCEEDED', now(), now(), now())`,
    [ids['job'], ids['version'], ids['mcp']],
  );
  await t.rows(
    `INSERT INTO snapshot
       (id, mcp_id, version_id, global_score, security_score, supply_chain_score, maturity_score, breakdown, grade, complete,
        toolchain_version, scoring_version, controls_catalog_version, total_findings, critical_findings, high_findings,
        medium_findings, low_findings, created_at, ${links.columns})
     VALUES ($1, $2, $3, 80, 80, 80, 80, '{"security": {}, "supply_chain": {}, "maturity": {}}', 'B', true, 'a:1', '1', '1',
             0, 0, 0, 0, 0, now(), ${links.values})`,
    [ids['snapshot'], ids['mcp'], ids['version']],
  );
  await t.rows(
    `INSERT INTO publication (version_id, snapshot_id, status, run_after, warnings, failure_reason, created_at, updated_at)
     VALUES ($1, $2, 'FAILED', now(), '[]', 'the registry refused it', now(), now())`,
    [ids['version'], ids['snapshot']],
  );
  for (const name of ['finding', 'suppressed']) {
    await t.rows(
      `INSERT INTO finding (id, mcp_id, fingerprint, rule_id, severity, vulnerability_class, owasp_mcp, detail, status,
                            first_detected_at, last_seen_at, updated_at, snapshot_id, version_id, org_id)
       VALUES ($1, $2, $3, 'MCP-A001', 'high', 'A', 'MCP05', $7, 'open', now(), now(), now(),
               $4, $5, $6)`,
      [ids[name], ids['mcp'], name, ids['snapshot'], ids['version'], orgId, aFinding()],
    );
  }
  await t.rows(
    `INSERT INTO suppression (id, org_id, finding_id, reason, author_type, author_name, created_at, expires_at)
     VALUES ($1, $2, $3, 'accepted', 'user', 'Somebody', now(), now() + interval '1 day')`,
    [ids['suppression'], orgId, ids['suppressed']],
  );
  const [{ slug: orgSlug } = { slug: '' }] = await t.rows<{ slug: string }>(
    'SELECT slug FROM organization WHERE id = $1',
    [orgId],
  );
  const objectKey = `objects/${ids['upload']}/source/${'0a'.repeat(32)}`;
  await t.rows(`INSERT INTO hub_object (key, renewed_at) VALUES ($1, now())`, [objectKey]);
  await t.rows(
    `INSERT INTO upload (id, org_id, mcp_name, semver, bundle_digest, expires_at, received_at, size_bytes, object_key, created_at)
     VALUES ($1, $2, $3, '1.0.0', $4, now() + interval '1 day', now(), 1, $5, now())`,
    [ids['upload'], orgId, `${orgSlug}/pushed-${mark}`, `sha256:${'0a'.repeat(32)}`, objectKey],
  );
  // An organization has at most 20, and some tests create objects for each operation, besides those that all share.
  await t.rows(
    `DELETE FROM outbound_webhook WHERE id IN (
       SELECT id FROM outbound_webhook WHERE org_id = $1
          AND id <> (SELECT id FROM outbound_webhook WHERE org_id = $1 ORDER BY created_at, id LIMIT 1)
        ORDER BY created_at DESC, id OFFSET 8)`,
    [orgId],
  );
  await t.rows(
    `INSERT INTO outbound_webhook (id, org_id, url, events, enabled, secret, created_at, updated_at)
     VALUES ($1, $2, 'https://hooks.example.com/a', '{gate.failed}', true, '', now(), now())`,
    [ids['webhook'], orgId],
  );
  await t.rows(
    `INSERT INTO organization_event (id, org_id, type, data, created_at) VALUES ($1, $2, 'gate.failed', '{}', now())`,
    [ids['event'], orgId],
  );
  await t.rows(
    `INSERT INTO outbound_delivery (id, webhook_id, event_id, status, run_after, retry_until, created_at)
     VALUES ($1, $2, $3, 'DEAD', now(), now(), now())`,
    [ids['delivery'], ids['webhook'], ids['event']],
  );
  // An organization has a few at most.
  await t.rows('DELETE FROM report_schedule WHERE org_id = $1', [orgId]);
  await t.rows(
    `INSERT INTO report_schedule (id, org_id, "interval", paper, notify, next_run_at, created_at)
     VALUES ($1, $2, 'MONTHLY', 'A4', '{}', now() + interval '1 day', now())`,
    [ids['schedule'], orgId],
  );
  const reportKeys = await storedReport(t, orgId);
  await t.rows(
    `INSERT INTO report (id, org_id, scope, paper, status, run_after, requested_by, created_at, finished_at, data_key,
                         html_key, pdf_key)
     VALUES ($1, $2, 'ORGANIZATION', 'A4', 'COMPLETED', now(), 'Somebody', now(), now(), $3, $4, $5)`,
    [ids['report'], orgId, ...reportKeys],
  );
  const checkToken = newCheckToken();
  await t.rows(
    `INSERT INTO scan (id, token_hash, caller_kind, caller_id, url, target, status, mcp_id, snapshot_id, created_at)
     VALUES ($1, $2, 'user', $3, 'npm:files', '{}', 'RESOLVED', $4, $5, now())`,
    [ids['scan'], hashCheckToken(checkToken), randomUUID(), ids['mcp'], ids['snapshot']],
  );
  return {
    orgId,
    orgSlug,
    webhookId: ids['webhook'] ?? '',
    deliveryId: ids['delivery'] ?? '',
    scanId: ids['scan'] ?? '',
    checkToken,
    uploadId: ids['upload'] ?? '',
    reportId: ids['report'] ?? '',
    scheduleId: ids['schedule'] ?? '',
    owner,
    slug,
    areaId: ids['area'] ?? '',
    policyId: ids['policy'] ?? '',
    allowListId: ids['allowList'] ?? '',
    evaluationId: ids['evaluation'] ?? '',
    tokenId: ids['token'] ?? '',
    invitationId: ids['invitation'] ?? '',
    receivedInvitationId: await inviteTo(t, invitee),
    userId: ids['user'] ?? '',
    newcomerId: ids['newcomer'] ?? '',
    mcpId: ids['mcp'] ?? '',
    versionId: ids['version'] ?? '',
    findingId: ids['finding'] ?? '',
    suppressionId: ids['suppression'] ?? '',
    jobId: ids['job'] ?? '',
    categoryId: ids['category'] ?? '',
    tagId: ids['tag'] ?? '',
  };
}

type StoredEvidence = Readonly<Record<string, string>>;

const evidence = new WeakMap<TestApp, Promise<StoredEvidence>>();

/** The keys of stored documents for snapshots: one set for each application. */
function storedEvidence(t: TestApp): Promise<StoredEvidence> {
  const stored = evidence.get(t) ?? storeEvidence(t);
  evidence.set(t, stored);
  return stored;
}

async function storeEvidence(t: TestApp): Promise<StoredEvidence> {
  const objects = t.app.get(StoredObjects, { strict: false });
  const owner = randomUUID();
  const put = async (kind: HubObjectKind, content: object = { kind }): Promise<string> =>
    (await objects.put(owner, kind, Buffer.from(JSON.stringify(content)))).key;
  return {
    tarball_key: await put('source'),
    findings_key: await put('findings'),
    report_key: await put('report', (await anAnalysis()).report),
    sarif_key: await put('sarif'),
    sbom_key: await put('sbom'),
  };
}

/** The keys of a report's data, page and PDF. */
async function storedReport(t: TestApp, orgId: string): Promise<string[]> {
  const objects = t.app.get(StoredObjects, { strict: false });
  const keys: string[] = [];
  for (const kind of ['report-data', 'report-html', 'pdf'] as const) {
    keys.push((await objects.put(orgId, kind, Buffer.from(JSON.stringify({ kind })))).key);
  }
  return keys;
}
