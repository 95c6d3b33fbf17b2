import { randomUUID } from 'node:crypto';

const SHORT = 1_000_000;

// As the analyzer reports findings: about a kilobyte each.
const DETAIL = `jsonb_build_object(
  'rule_id', 'MCP-' || class || '001', 'title', 'Text from the client reaches a dangerous function',
  'description', 'The argument ' || md5(n::text) || ' of a tool reaches a function that must not get it. ' || repeat('Details. ', 20),
  'severity', severity, 'confidence', 'high', 'vulnerability_class', class, 'vulnerability_class_name', 'Class ' || class,
  'cwe', 'CWE-78', 'cvss', 8.8, 'owasp_mcp', risk, 'owasp_mcp_name', 'Risk ' || risk,
  'location', jsonb_build_object('file_path', 'src/tools/' || md5(n::text) || '.ts', 'start_line', n % 900 + 1, 'end_line', n % 900 + 1),
  'remediation', 'Pass the arguments as a list, and check them before. ' || repeat('More. ', 10),
  'mcp_context', jsonb_build_object('tool_name', 'run', 'tool_names', jsonb_build_array('run'), 'resource_uri', NULL, 'handler_name', NULL),
  'trace', jsonb_build_array(jsonb_build_object('file_path', 'src/index.ts', 'line', 1, 'message', 'the client sends it')),
  'reach', 'handler', 'suppressed', false, 'fingerprint', md5(n::text), 'group', md5(n::text))`;

const CLASSES = `ARRAY['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N']`;
const RISKS = `ARRAY['MCP05', 'MCP05', 'MCP04', 'MCP05', 'MCP01', 'MCP06', 'MCP06', 'MCP07', 'MCP08', 'MCP09', 'MCP03', 'MCP02',
  'MCP10', 'MCP10']`;

const MCPS = `
  WITH made AS (
    INSERT INTO mcp (id, org_id, name, name_key, description, repo_url, repo_key, visibility, origin, created_at, updated_at)
    SELECT gen_random_uuid(), $1, name, name, 'A server', 'https://github.com/' || name, 'github.com/' || name, 'private',
           'community', now() - interval '90 days', now()
      FROM (SELECT $2 || '/server-' || n AS name FROM generate_series(1, $3::integer) n) s
    RETURNING id)
  INSERT INTO mcp_version
    (id, mcp_id, visible_version, commit_hash, status, global_score, certification_level, created_at, updated_at)
  SELECT gen_random_uuid(), id, 'commit-1a2b3c4-20260101', md5(id::text), 'NOT_CERTIFIED', 82, 0, now() - interval '90 days', now()
    FROM made`;

const SNAPSHOTS = `
  INSERT INTO snapshot
    (id, mcp_id, version_id, global_score, security_score, supply_chain_score, maturity_score, breakdown, grade, complete,
     toolchain_version, scoring_version, controls_catalog_version, total_findings, critical_findings, high_findings,
     medium_findings, low_findings, created_at, org_id, mcp_name, position, previous_snapshot_id, snapshot_hash, commit_hash,
     tarball_sha256, tarball_key, findings_key, report_key, sarif_key, sbom_key, scanner_version, msss_score, msss_level,
     certification_level, surface, distributable)
  SELECT gen_random_uuid(), v.mcp_id, v.id, 40 + p * 10, 50, 60, 70, '{}', 'C', true, 'analyzer:1', 'scoring-1', 'controls-1.0.0',
         500, 25, 75, 200, 200, now() - (60 - p * 20) * interval '1 day', m.org_id, m.name, p, NULL, 'sha256:' || md5(v.id::text),
         v.commit_hash, 'sha256:0', 'a', 'b', 'c', 'd', 'e', '1.0.0', 60, 1, p - 1, '{"tools": ["run"], "transport": "stdio",
         "auth_signals": ["none"], "capabilities": []}', '{"is_distributable": true, "runtime": "node", "entrypoint": "node index.js"}'
    FROM mcp m JOIN mcp_version v ON v.mcp_id = m.id CROSS JOIN generate_series(1, 3) p
   WHERE m.org_id = $1`;

const CONTROLS = `
  INSERT INTO control_result
    (id, snapshot_id, control_id, control_name, control_category, passed, severity, message, evidence_fingerprints)
  SELECT gen_random_uuid(), s.id, c, 'Control ' || c, 'SECURITY', c <> 'SEC-001', 'high', 'a message', '{}'
    FROM snapshot s CROSS JOIN unnest(ARRAY['SEC-001', 'SEC-002', 'SEC-003', 'SEC-004', 'SEC-005', 'SEC-006', 'SEC-007', 'SEC-008',
         'SEC-009', 'SEC-010', 'SEC-011', 'SUP-001', 'SUP-002', 'SUP-003', 'MAT-001', 'MAT-002', 'MAT-003']) c
   WHERE s.org_id = $1`;

// Most findings are medium or low, four of five are open, and those of an MCP were found in ten analyses.
const FINDINGS = `
  INSERT INTO finding
    (id, mcp_id, fingerprint, rule_id, severity, vulnerability_class, owasp_mcp, detail, status, first_detected_at, last_seen_at,
     resolved_at, snapshot_id, version_id, org_id, updated_at)
  SELECT gen_random_uuid(), mcp_id, md5(n::text), 'MCP-' || class || '001', severity, class, risk, ${DETAIL},
         CASE WHEN n % 5 = 0 THEN 'resolved' ELSE 'open' END, found, now(), CASE WHEN n % 5 = 0 THEN now() END, id, id, $1, found
    FROM (SELECT v.mcp_id, v.id, n,
                 (ARRAY['critical', 'high', 'high', 'medium', 'medium', 'medium', 'medium', 'low', 'low', 'low'])[1 + (n * 7 + ascii(v.id::text)) % 10]
                   AS severity,
                 (${CLASSES})[1 + (n + ascii(v.id::text)) % 14] AS class, (${RISKS})[1 + (n + ascii(v.id::text)) % 14] AS risk,
                 date_trunc('milliseconds', now()) - (n % 10) * interval '9 days' - ascii(v.id::text) * interval '1 minute' - (hashtext(v.id::text) % 86400) * interval '1 second'
                   AS found
            FROM mcp_version v JOIN mcp m ON m.id = v.mcp_id CROSS JOIN generate_series(1, $2::integer) n
           WHERE m.org_id = $1) made`;

const COUNTS = `
  INSERT INTO finding_count (mcp_id, severity, vulnerability_class, owasp_mcp, status, org_id, count)
  SELECT mcp_id, severity, vulnerability_class, owasp_mcp, status, org_id, count(*) FROM finding GROUP BY 1, 2, 3, 4, 5, 6`;

/**
 * Fills a migrated database with analyzed MCPs of organizations and their findings.
 * @param {import('pg').Client} client
 * @param {readonly {id?: string, slug: string, mcps: number, findingsOfEach: number}[]} organizations with an id if they exist
 */
export async function fillWithFindings(client, organizations) {
  const { rows: indexes } = await client.query(
    `SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'finding' AND indexname NOT LIKE '%key' AND indexname NOT LIKE '%pkey'`,
  );
  // Building indexes and counts once after the insert takes a fraction of the time.
  for (const { indexname } of indexes) await client.query(`DROP INDEX ${indexname}`);
  await client.query('ALTER TABLE finding DISABLE TRIGGER USER');
  for (const { id = randomUUID(), slug, mcps, findingsOfEach } of organizations) {
    await client.query(
      `INSERT INTO organization (id, name, slug, slug_key, display_name, plan, status, created_at, updated_at)
       VALUES ($1, $2, $2, $2, $2, 'ENTERPRISE', 'ACTIVE', now(), now()) ON CONFLICT DO NOTHING`,
      [id, slug],
    );
    await client.query(MCPS, [id, slug, mcps]);
    await client.query(SNAPSHOTS, [id]);
    await client.query(CONTROLS, [id]);
    await client.query(FINDINGS, [id, findingsOfEach]);
  }
  await client.query('ALTER TABLE finding ENABLE TRIGGER USER');
  for (const { indexdef } of indexes) await client.query(indexdef);
  await client.query(COUNTS);
  await client.query('VACUUM ANALYZE');
}

/** A rate that no run reaches. */
export const UNLIMITED = String(SHORT);
