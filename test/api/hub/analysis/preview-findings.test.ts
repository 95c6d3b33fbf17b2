import { beforeAll, describe, expect, it } from '@jest/globals';
import { SnapshotRecorder } from '../../../../src/hub/analysis/recording/snapshot-recorder.js';
import { aFinding, anAnalysis, useArchive, type ReportChange } from '../../../support/analyses.js';
import { aMcp } from '../../../support/catalog.js';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub();
const archive = useArchive();
let recorder: SnapshotRecorder;
beforeAll(() => {
  recorder = t.app.get(SnapshotRecorder, { strict: false });
});

/** An MCP of an organization with an analyzed version, and what its owner gets. */
async function analyzed(change: ReportChange) {
  const org = await actors.organization();
  const mcp = await aMcp(t, { org_id: org.id, visibility: 'private' });
  const version = await mcp.version();
  await recorder.record({ versionId: version.id, analysis: await anAnalysis(change), archive: archive() });
  const path = `/api/v1/mcps/${mcp.id}/versions/${version.id}`;
  return { mcp, version, get: async (part: string) => (await org.owner.get(`${path}/${part}`)).body };
}

describe('findings of preview rules', () => {
  const critical = aFinding({ severity: 'critical', rule_id: 'MCP-A014' });

  it('are neither findings nor counted, and the status of the version is as without them', async () => {
    const [plain, preview] = [await analyzed({}), await analyzed({ preview_findings: [critical] })];
    const rows = await t.rows('SELECT 1 FROM finding WHERE mcp_id = $1', [preview.mcp.id]);
    expect(rows).toEqual([]);
    expect(await preview.get('findings')).toMatchObject({ findings: [], total: 0 });
    const counts = { total_findings: 0, critical_findings: 0, high_findings: 0 };
    expect(await preview.get('snapshot/latest')).toMatchObject(counts);
    const statusOf = async ({ version }: typeof plain) =>
      await t.rows('SELECT status, certification_level, global_score FROM mcp_version WHERE id = $1', [
        version.id,
      ]);
    expect(await statusOf(preview)).toEqual(await statusOf(plain));
  });

  it('are kept in the stored report, and are no results in SARIF', async () => {
    const { get } = await analyzed({ preview_findings: [critical] });
    expect(await get('report')).toMatchObject({ findings: [], preview_findings: [critical] });
    const { runs } = (await get('sarif')) as unknown as { runs: { results: object[]; properties: object }[] };
    expect(runs[0]?.results).toEqual([]);
    expect(runs[0]?.properties).toMatchObject({ preview_findings: [{ rule_id: 'MCP-A014' }] });
  });
});
