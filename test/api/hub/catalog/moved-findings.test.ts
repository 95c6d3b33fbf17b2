import { describe, expect, it } from '@jest/globals';
import type { ReportedFinding } from '@mcp-hub/analyzer';
import { NewestVersionsJob } from '../../../../src/hub/catalog/newest-versions/newest-versions-job.js';
import { aFinding } from '../../../support/analyses.js';
import { useAnalyses } from '../../../support/grc.js';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub();
const analyses = useAnalyses(t);

/** A finding about a line of code at a path. */
const found = (path: string, code: string, line = 3): ReportedFinding =>
  aFinding({
    location: { file_path: path, start_line: line, end_line: line, snippet: code },
    trace: [{ file_path: path, line, message: 'reaches child_process.exec' }],
  });

interface Listed {
  readonly id: string;
  readonly status: string;
  readonly first_detected_at: string;
  readonly location: { readonly file_path: string };
  readonly suppressions: readonly { readonly reason: string }[];
}

/** An organization with an MCP whose first version has these findings. */
async function analyzed(findings: readonly ReportedFinding[]) {
  const org = await actors.organization();
  const mcp = await analyses.mcp(org, { findings });
  const listed = async (versionId: string): Promise<Listed[]> => {
    const { body } = await org.owner.get(`/api/v1/mcps/${mcp.id}/versions/${versionId}/findings`);
    return body.findings as Listed[];
  };
  return { org, mcp, listed };
}

describe('a finding whose code moves to another path', () => {
  it('stays the same: its id, first date and suppression, also when its folder was renamed and lines were added', async () => {
    const [one, other] = [found('src/a/index.js', 'exec(command)'), found('src/b/index.js', 'exec(command)')];
    const { org, mcp, listed } = await analyzed([one, other]);
    const before = await listed(mcp.versionId);
    const { status } = await org.owner.post(`/api/v1/orgs/${org.id}/suppressions`, {
      finding_id: before.find(({ location }) => location.file_path === 'src/b/index.js')?.id,
      reason: 'accepted',
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    });
    expect(status).toBe(201);
    const next = await mcp.version();
    await analyses.record(next.id, {
      findings: [
        found('lib/b/index.js', 'exec(command)', 12),
        found('lib/a/index.js', 'exec( command )'),
        found('lib/c.js', 'exec(name)'),
      ],
    });
    const after = await listed(next.id);
    const at = (list: readonly Listed[], path: string): Listed | undefined =>
      list.find(({ location }) => location.file_path === path);
    for (const name of ['a', 'b']) {
      const [old, moved] = [at(before, `src/${name}/index.js`), at(after, `lib/${name}/index.js`)];
      expect(moved).toMatchObject({ id: old?.id, first_detected_at: old?.first_detected_at, status: 'open' });
    }
    expect(at(after, 'lib/b/index.js')?.suppressions).toMatchObject([{ reason: 'accepted' }]);
    expect(at(after, 'lib/a/index.js')?.suppressions).toEqual([]);
    const { body } = await org.owner.get(`/api/v1/orgs/${org.id}/findings`);
    expect(body.total).toBe(3);
  });

  it('is another one while the old path still has it', async () => {
    const one = found('a.js', 'exec(command)');
    const { mcp, listed } = await analyzed([one]);
    const [before] = await listed(mcp.versionId);
    const next = await mcp.version();
    await analyses.record(next.id, { findings: [one, found('b.js', 'exec(command)')] });
    const after = await listed(next.id);
    expect(after.map(({ status }) => status)).toEqual(['open', 'open']);
    expect(after.filter(({ id }) => id === before?.id)).toHaveLength(1);
  });

  it('is another one if the analysis is incomplete: the old path may still have it', async () => {
    const { org, mcp, listed } = await analyzed([found('a.js', 'exec(command)')]);
    const [before] = await listed(mcp.versionId);
    const next = await mcp.version();
    await analyses.record(next.id, {
      findings: [found('b.js', 'exec(command)')],
      complete: false,
      incomplete_reasons: ['too large'],
      certification_level: 0,
    });
    const [after] = await listed(next.id);
    expect(after?.id).not.toBe(before?.id);
    const { body } = await org.owner.get(`/api/v1/orgs/${org.id}/findings?status=open`);
    expect(body.total).toBe(2);
  });

  it('is the same one again when a revocation brings the version before back', async () => {
    const { mcp, listed } = await analyzed([found('a.js', 'exec(command)')]);
    const [before] = await listed(mcp.versionId);
    const next = await mcp.version();
    await analyses.record(next.id, { findings: [found('b.js', 'exec(command)')] });
    await t.rows('UPDATE mcp_version SET revoked_at = now() WHERE id = $1', [next.id]);
    await t.app.get(NewestVersionsJob, { strict: false }).run(new AbortController().signal);
    expect(await listed(mcp.versionId)).toMatchObject([{ id: before?.id, status: 'open' }]);
    const marked = await t.rows('SELECT FROM advisory_recheck WHERE mcp_id = $1', [mcp.id]);
    expect(marked).toHaveLength(1);
  });
});
