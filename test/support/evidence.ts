import type { TestApp } from './test-app.js';

const HEX = '0'.repeat(64);

/** Columns of a snapshot that link it to its evidence, with arbitrary values. */
export const EVIDENCE = {
  mcp_name: 'owner/server',
  snapshot_hash: `sha256:${HEX}`,
  commit_hash: '0123456789abcdef0123456789abcdef01234567',
  tarball_sha256: `sha256:${HEX}`,
  tarball_key: 'source',
  findings_key: 'findings',
  report_key: 'report',
  sarif_key: 'sarif',
  sbom_key: 'sbom',
  scanner_version: '1.0.0',
  msss_score: 80,
  msss_level: 2,
  certification_level: 2,
  surface: JSON.stringify({ tools: [], transport: 'stdio', auth_signals: ['none'], capabilities: [] }),
  distributable: JSON.stringify({ is_distributable: false, runtime: 'unknown', entrypoint: '' }),
};

type EvidenceValue = string | number | null;

/** The same for the next snapshot of an MCP. */
export async function evidenceOf(
  t: TestApp,
  mcpId: string,
): Promise<Readonly<Record<string, EvidenceValue>>> {
  const [last] = await t.rows<{ id: string; position: number }>(
    'SELECT id, position FROM snapshot WHERE mcp_id = $1 ORDER BY position DESC LIMIT 1',
    [mcpId],
  );
  return { ...EVIDENCE, position: (last?.position ?? 0) + 1, previous_snapshot_id: last?.id ?? null };
}

/** Names and values of these columns, for statements with other columns before them. */
export const evidenceSql = (
  values: Readonly<Record<string, EvidenceValue>> = { ...EVIDENCE, position: 1 },
) => ({
  columns: Object.keys(values).join(', '),
  values: Object.values(values)
    .map((value) => (value === null ? 'NULL' : `'${String(value)}'`))
    .join(', '),
});
