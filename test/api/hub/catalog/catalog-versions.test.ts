import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { aControl, aMcp, BREAKDOWN } from '../../../support/catalog.js';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub();

const MCPS = '/api/v1/mcps';

/** Creates an MCP with an analyzed version. */
const analyzed = async () => {
  const mcp = await aMcp(t);
  const version = await mcp.version();
  const snapshot = await version.snapshot();
  const path = `${MCPS}/${mcp.id}/versions/${version.id}`;
  return { mcp, version, snapshot, path };
};

describe('GET /api/v1/mcps/{mcpId}/versions', () => {
  it('lists them newest first, in pages', async () => {
    const mcp = await aMcp(t);
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) ids.unshift((await mcp.version()).id);
    const idsOf = (body: { versions: { id: string }[] }): string[] => body.versions.map(({ id }) => id);
    const whole = (await actors.anonymous.get(`${MCPS}/${mcp.id}/versions`)).body;
    expect(whole).toMatchObject({ total: 3, limit: 20, offset: 0 });
    expect(idsOf(whole)).toEqual(ids);
    const part = (await actors.anonymous.get(`${MCPS}/${mcp.id}/versions?limit=1&offset=1`)).body;
    expect(part).toMatchObject({ total: 3, limit: 1, offset: 1 });
    expect(idsOf(part)).toEqual([ids[1]]);
    const beyond = (await actors.anonymous.get(`${MCPS}/${mcp.id}/versions?offset=2147483647`)).body;
    expect(beyond).toMatchObject({ versions: [], total: 3 });
  });

  it('is empty for an MCP without any, and 400 for an invalid page', async () => {
    const { id } = await aMcp(t);
    expect((await actors.anonymous.get(`${MCPS}/${id}/versions`)).body).toMatchObject({
      versions: [],
      total: 0,
    });
    expect((await actors.anonymous.get(`${MCPS}/${id}/versions?limit=0`)).status).toBe(400);
    expect((await actors.anonymous.get(`${MCPS}/${id}/versions?limit=1&limit=1`)).status).toBe(400);
  });
});

describe('GET /api/v1/mcps/{mcpId}/versions/{versionId}', () => {
  it('answers 404 for a version of another MCP, and for an invalid id', async () => {
    const { path } = await analyzed();
    const other = await analyzed();
    for (const id of [other.version.id, randomUUID(), 'x', '%00']) {
      const wrong = path.replace(/[^/]+$/, id);
      for (const part of ['', '/snapshot/latest', '/controls', '/scores']) {
        const { status, body } = await actors.anonymous.get(wrong + part);
        expect(status).toBe(404);
        expect(body.message).toBe('version not found');
      }
    }
  });

  it('shows its source and status', async () => {
    const mcp = await aMcp(t);
    const version = await mcp.version({
      semver: '1.2.0',
      status: 'FAILED',
      source_size: '3000000000',
      tarball_url: 'https://example.com/source.tar.gz',
      tarball_sha256: 'a'.repeat(64),
      failure_reason: 'the archive holds a link',
    });
    const { body } = await actors.anonymous.get(`${MCPS}/${mcp.id}/versions/${version.id}`);
    expect(body).toEqual({
      id: version.id,
      visible_version: version.visibleVersion,
      status: 'FAILED',
      commit_hash: version.commitHash,
      semver: '1.2.0',
      global_score: null,
      certification_level: null,
      source_size: 3000000000,
      tarball_url: 'https://example.com/source.tar.gz',
      tarball_sha256: 'a'.repeat(64),
      failure_reason: 'the archive holds a link',
      revoked_at: null,
      revoked_reason: null,
      tag_moved_to: null,
      ref: null,
      preview: false,
      publication: null,
      python_release: null,
      mcp_bundle: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });
});

describe('the results of an analysis', () => {
  it('are 404 before the first one: an empty result would look like success', async () => {
    const mcp = await aMcp(t);
    const version = await mcp.version();
    for (const part of ['snapshot/latest', 'controls', 'scores']) {
      const { status, body } = await actors.anonymous.get(`${MCPS}/${mcp.id}/versions/${version.id}/${part}`);
      expect(status).toBe(404);
      expect(body.message).toBe('the version is not analyzed yet');
    }
  });

  it('GET …/snapshot/latest: the fields of the specification, of the latest', async () => {
    const { version, path } = await analyzed();
    const { id } = await version.snapshot({ total_findings: 11, created_at: new Date() });
    expect((await actors.anonymous.get(`${path}/snapshot/latest`)).body).toMatchObject({
      id,
      version_id: version.id,
      global_score: 82,
      security_score: 90,
      supply_chain_score: 88,
      maturity_score: 51,
      toolchain_version: 'mcp-hub-analyzer:1.0.0',
      scoring_version: '1.0.0',
      controls_catalog_version: '1.0.0',
      total_findings: 11,
      critical_findings: 1,
      high_findings: 2,
      medium_findings: 3,
      low_findings: 4,
      created_at: expect.stringMatching(/Z$/),
    });
  });

  it('GET …/controls: those of the latest snapshot, with their counts', async () => {
    const { version, snapshot, path } = await analyzed();
    await snapshot.controls(aControl('OLD-001'));
    const latest = await version.snapshot({ created_at: new Date() });
    expect((await actors.anonymous.get(`${path}/controls`)).body).toEqual({
      controls: [],
      total: 0,
      passed: 0,
      failed: 0,
    });
    await latest.controls(
      aControl('SEC-002', { passed: false, severity: 'critical', message: 'it is not' }),
      aControl('SEC-001'),
      aControl('SEC-003'),
    );
    const { body } = await actors.anonymous.get(`${path}/controls`);
    expect(body).toMatchObject({ total: 3, passed: 2, failed: 1 });
    expect(body.controls[1]).toEqual({
      id: expect.any(String),
      control_id: 'SEC-002',
      control_name: 'Name of SEC-002',
      control_category: 'security',
      passed: false,
      severity: 'critical',
      message: 'it is not',
      applicable: true,
      observable: true,
    });
    expect(body.controls.map((control: { control_id: string }) => control.control_id)).toEqual([
      'SEC-001',
      'SEC-002',
      'SEC-003',
    ]);
  });

  it('GET …/scores: the weights 0.5, 0.3 and 0.2, the breakdown and the grade', async () => {
    const { path } = await analyzed();
    expect((await actors.anonymous.get(`${path}/scores`)).body).toEqual({
      global_score: 82,
      scores: {
        security: { score: 90, weight: 0.5, breakdown: BREAKDOWN.security },
        supply_chain: { score: 88, weight: 0.3, breakdown: BREAKDOWN.supply_chain },
        maturity: { score: 51, weight: 0.2, breakdown: BREAKDOWN.maturity },
      },
      grade: 'B',
      toolchain_version: 'mcp-hub-analyzer:1.0.0',
      scoring_version: '1.0.0',
    });
  });
});
