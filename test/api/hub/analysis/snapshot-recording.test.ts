import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { AnalysisReport } from '@mcp-hub/analyzer';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { HubObjects } from '../../../../src/hub/platform/objects/hub-objects.js';
import { SnapshotRecorder } from '../../../../src/hub/analysis/recording/snapshot-recorder.js';
import { SnapshotChainsService } from '../../../../src/hub/catalog/snapshots/snapshot-chains.service.js';
import { aFinding, anAnalysis, aTool, useArchive, type ReportChange } from '../../../support/analyses.js';
import { aMcp } from '../../../support/catalog.js';
import { useTestApp } from '../../../support/suite.js';

const t = await useTestApp();
const archive = useArchive();
let recorder: SnapshotRecorder;
beforeAll(() => {
  recorder = t.app.get(SnapshotRecorder, { strict: false });
});

const record = async (versionId: string, change: ReportChange = {}) => {
  const recorded = await recorder.record({
    versionId,
    analysis: await anAnalysis(change),
    archive: archive(),
  });
  if (recorded === undefined) throw new Error('the version is gone');
  return recorded;
};

interface StoredSnapshot {
  readonly id: string;
  readonly position: number;
  readonly previous_snapshot_id: string | null;
  readonly report_key: string;
  readonly tarball_key: string;
  readonly tarball_sha256: string;
  readonly certification_level: number;
  readonly difference: object | null;
  readonly mcp_name: string;
  readonly surface: object;
}
const snapshotsOf = (mcpId: string): Promise<StoredSnapshot[]> =>
  t.rows('SELECT * FROM snapshot WHERE mcp_id = $1 ORDER BY position', [mcpId]);

interface StoredFinding {
  readonly fingerprint: string;
  readonly status: string;
  readonly first_detected_at: Date;
  readonly last_seen_at: Date;
  readonly resolved_at: Date | null;
  readonly snapshot_id: string;
  readonly version_id: string;
}
const findingsOf = async (mcpId: string): Promise<Record<string, StoredFinding>> => {
  const rows = await t.rows<StoredFinding>('SELECT * FROM finding WHERE mcp_id = $1', [mcpId]);
  return Object.fromEntries(rows.map((row) => [row.fingerprint, row]));
};
const versionOf = async (id: string) =>
  (await t.rows<Record<string, unknown>>('SELECT * FROM mcp_version WHERE id = $1', [id]))[0];

describe('recording an analysis that cannot be recorded', () => {
  it('does nothing for a version that does not exist', async () => {
    const analyzed = { versionId: randomUUID(), analysis: await anAnalysis(), archive: archive() };
    expect(await recorder.record(analyzed)).toBeUndefined();
  });

  it('keeps the snapshots of an MCP that is deleted meanwhile, and adds none', async () => {
    const mcp = await aMcp(t);
    const version = await mcp.version();
    await record(version.id);
    const objects = t.app.get(HubObjects, { strict: false });
    const put = objects.put.bind(objects);
    jest.spyOn(objects, 'put').mockImplementationOnce(async (...content) => {
      await t.rows('DELETE FROM mcp WHERE id = $1', [mcp.id]);
      return put(...content);
    });
    const analyzed = { versionId: version.id, analysis: await anAnalysis(), archive: archive() };
    const within = jest.fn(() => Promise.resolve());
    expect(await recorder.record(analyzed, within)).toBeUndefined();
    expect(within).not.toHaveBeenCalled();
    expect(await snapshotsOf(mcp.id)).toHaveLength(1);
  });

  it('records nothing at all when the job has been taken over by another worker', async () => {
    const mcp = await aMcp(t);
    const version = await mcp.version();
    const analysis = await anAnalysis({ findings: [aFinding()] });
    const taken = () => Promise.reject(new Error('another worker has the job'));
    const analyzed = { versionId: version.id, analysis, archive: archive() };
    await expect(recorder.record(analyzed, taken)).rejects.toThrow('another worker');
    expect(await snapshotsOf(mcp.id)).toEqual([]);
    expect(await findingsOf(mcp.id)).toEqual({});
    expect(await versionOf(version.id)).toMatchObject({ status: 'INGESTED', global_score: null });
  });

  it('refuses a source that has changed since it was fetched', async () => {
    const version = await (await aMcp(t)).version();
    const changed = { ...archive(), sha256: '0'.repeat(64) };
    const analyzed = { versionId: version.id, analysis: await anAnalysis(), archive: changed };
    await expect(recorder.record(analyzed)).rejects.toThrow('hash');
  });
});

describe('a recorded snapshot', () => {
  it.each(['snapshot', 'control_result'])('is never changed or deleted: %s', async (table) => {
    const mcp = await aMcp(t);
    const { snapshotId } = await record((await mcp.version()).id);
    const column = table === 'snapshot' ? 'id' : 'snapshot_id';
    const change = table === 'snapshot' ? 'global_score = 100' : 'passed = true';
    const refusal = 'never changed or removed';
    await expect(t.rows(`UPDATE ${table} SET ${change} WHERE ${column} = $1`, [snapshotId])).rejects.toThrow(
      refusal,
    );
    await expect(t.rows(`DELETE FROM ${table} WHERE ${column} = $1`, [snapshotId])).rejects.toThrow(refusal);
    await expect(t.rows(`TRUNCATE ${table} CASCADE`)).rejects.toThrow(refusal);
  });

  it('names its source and documents, which are stored and stay', async () => {
    const mcp = await aMcp(t);
    const findings = [aFinding()];
    await record((await mcp.version()).id, { findings });
    const [snapshot] = await snapshotsOf(mcp.id);
    const { sha256 } = archive();
    expect(snapshot).toMatchObject({
      position: 1,
      previous_snapshot_id: null,
      mcp_name: mcp.name,
      tarball_sha256: `sha256:${sha256}`,
      tarball_key: `objects/${mcp.id}/source/${sha256}`,
    });
    const objects = t.app.get(HubObjects, { strict: false });
    const report = await text(await objects.read(snapshot?.report_key ?? ''));
    expect((JSON.parse(report) as AnalysisReport).findings).toEqual(findings);
    const keys = await t.rows<{ referenced: boolean; key: string }>(
      `SELECT key, referenced FROM hub_object WHERE key LIKE 'objects/' || $1 || '/%' ORDER BY key`,
      [mcp.id],
    );
    expect(keys.map(({ key }) => key.split('/')[2])).toEqual([
      'findings',
      'report',
      'sarif',
      'sbom',
      'source',
    ]);
    expect(keys.every(({ referenced }) => referenced)).toBe(true);
  });

  it('gives the version its verdict, and the MCP the fields that nobody has set', async () => {
    const mcp = await aMcp(t, { language: '', license: 'MIT' });
    const version = await mcp.version();
    const surface = { tools: ['a'], transport: 'stdio', auth_signals: ['none'], capabilities: [] } as const;
    const recorded = await record(version.id, {
      package: { ecosystem: 'npm', name: 'a', version: '1.0.0', license: 'Apache-2.0' },
      mcp_surface: { ...surface, tool_details: [aTool('a')] },
    });
    expect(recorded).toMatchObject({ status: 'CERTIFIED', certificationLevel: 2 });
    expect(await versionOf(version.id)).toMatchObject({
      status: 'CERTIFIED',
      global_score: 85,
      certification_level: 2,
      source_size: String(archive().size),
      tarball_sha256: `sha256:${archive().sha256}`,
    });
    const [row] = await t.rows('SELECT language, license FROM mcp WHERE id = $1', [mcp.id]);
    expect(row).toEqual({ language: 'TypeScript', license: 'MIT' });
  });

  it.each([
    ['INGESTED', 0, 'NOT_CERTIFIED'],
    ['CERTIFIED', 0, 'NOT_CERTIFIED'],
    ['FAILED', 1, 'CERTIFIED'],
    ['PUBLISHED', 1, 'PUBLISHED'],
    ['PUBLISHED', 0, 'NOT_CERTIFIED'],
  ])('turns %s on level %d into %s', async (status, level, expected) => {
    const analyzed = { status, tarball_sha256: `sha256:${archive().sha256}` };
    const version = await (
      await aMcp(t)
    ).version({ ...analyzed, failure_reason: 'the source was unavailable' });
    await record(version.id, { certification_level: level });
    expect(await versionOf(version.id)).toMatchObject({ status: expected, failure_reason: null });
  });

  it('is on level 2 at most, because level 3 needs stored and verified evidence', async () => {
    const version = await (await aMcp(t)).version();
    expect(await record(version.id, { certification_level: 3 })).toMatchObject({ certificationLevel: 2 });
  });

  it('is an audit event of the system, of the organization or the platform', async () => {
    const mcp = await aMcp(t);
    const { snapshotId } = await record((await mcp.version()).id);
    const events = await t.rows(
      `SELECT actor_type, actor_name, org_id, details ->> 'snapshot_id' AS snapshot
         FROM audit_event WHERE action = 'mcp.analyzed' AND resource_id = $1`,
      [mcp.id],
    );
    expect(events).toEqual([
      { actor_type: 'system', actor_name: 'analysis', org_id: null, snapshot: snapshotId },
    ]);
  });

  it('is recorded for the MCP of a suspended organization, too', async () => {
    const mcp = await aMcp(t, { withdrawn: true });
    expect(await record((await mcp.version()).id)).toMatchObject({ status: 'CERTIFIED' });
  });
});

describe('the findings of an MCP', () => {
  it('open once, keep their first date, resolve when a complete analysis lacks them, and open again', async () => {
    const mcp = await aMcp(t);
    const [kept, fixed] = [aFinding(), aFinding()];
    const first = await mcp.version();
    await record(first.id, { findings: [kept, fixed], certification_level: 0 });
    const before = await findingsOf(mcp.id);
    expect(before[fixed.fingerprint]).toMatchObject({
      status: 'open',
      resolved_at: null,
      version_id: first.id,
    });

    const second = await mcp.version();
    const { snapshotId } = await record(second.id, { findings: [kept] });
    const after = await findingsOf(mcp.id);
    const [found] = await snapshotsOf(mcp.id).then((all) => all.slice(-1));
    expect(after[kept.fingerprint]).toMatchObject({
      status: 'open',
      version_id: second.id,
      snapshot_id: snapshotId,
    });
    expect(after[kept.fingerprint]?.first_detected_at).toEqual(before[kept.fingerprint]?.first_detected_at);
    expect(after[kept.fingerprint]?.last_seen_at).not.toEqual(before[kept.fingerprint]?.last_seen_at);
    expect(after[fixed.fingerprint]).toMatchObject({ status: 'resolved', version_id: first.id });
    expect(after[fixed.fingerprint]?.resolved_at).not.toBeNull();
    expect(found?.id).toBe(snapshotId);

    await record((await mcp.version()).id, { findings: [fixed] });
    const again = await findingsOf(mcp.id);
    expect(again[fixed.fingerprint]).toMatchObject({ status: 'open', resolved_at: null });
    expect(again[fixed.fingerprint]?.first_detected_at).toEqual(before[fixed.fingerprint]?.first_detected_at);
    expect(again[kept.fingerprint]).toMatchObject({ status: 'resolved' });
  });

  it('are never resolved by an incomplete analysis, which opens what it found', async () => {
    const mcp = await aMcp(t);
    const [old, found] = [aFinding(), aFinding()];
    await record((await mcp.version()).id, { findings: [old] });
    const incomplete = { complete: false, incomplete_reasons: ['a.js: too large'], certification_level: 0 };
    await record((await mcp.version()).id, { findings: [found], ...incomplete });
    const findings = await findingsOf(mcp.id);
    expect(findings[old.fingerprint]?.status).toBe('open');
    expect(findings[found.fingerprint]?.status).toBe('open');
  });

  it('follow the newest version: an older one neither opens nor resolves them', async () => {
    const mcp = await aMcp(t);
    const [ofOld, ofNew] = [aFinding(), aFinding()];
    const older = await mcp.version();
    const newer = await mcp.version();
    await record(newer.id, { findings: [ofNew] });
    await record(older.id, { findings: [ofOld] });
    const findings = await findingsOf(mcp.id);
    expect(Object.keys(findings)).toEqual([ofNew.fingerprint]);
    expect(findings[ofNew.fingerprint]?.status).toBe('open');
    const rows = await t.rows('SELECT fingerprint FROM version_finding WHERE version_id = $1', [older.id]);
    expect(rows).toEqual([{ fingerprint: ofOld.fingerprint }]);
  });

  it('are written by a constant number of statements for 1000 of them', async () => {
    const statements = async (count: number): Promise<number> => {
      const version = await (await aMcp(t)).version();
      const analysis = await anAnalysis({ findings: Array.from({ length: count }, () => aFinding()) });
      const query = jest.spyOn(pg.Client.prototype, 'query');
      try {
        await recorder.record({ versionId: version.id, analysis, archive: archive() });
        return query.mock.calls.length;
      } finally {
        query.mockRestore();
      }
    };
    // The first recording may prepare statements.
    await statements(1);
    const [one, thousand, many] = [await statements(1), await statements(1000), await statements(5000)];
    expect(thousand).toBe(one);
    expect(many - one).toBe(4);
  });

  it('may contain characters that the database cannot store', async () => {
    const mcp = await aMcp(t);
    const version = await mcp.version();
    const found = aFinding({ description: 'a\u0000b\ud800c' });
    await record(version.id, {
      findings: [found],
      package: { ecosystem: 'npm', name: 'a\u0000', version: '\udc00', license: null },
      incomplete_reasons: ['a\u0000.js: too large'],
      complete: false,
    });
    const [row] = await t.rows(`SELECT detail ->> 'description' AS text FROM finding WHERE mcp_id = $1`, [
      mcp.id,
    ]);
    expect(row).toEqual({ text: 'a\ufffdb\ufffdc' });
  });
});

describe('the dependencies of an MCP', () => {
  it('are those of its newest version, for new advisories', async () => {
    const mcp = await aMcp(t);
    const [older, newer] = [await mcp.version(), await mcp.version()];
    const dependenciesOf = () =>
      t.rows('SELECT package_key AS name, version FROM mcp_dependency WHERE mcp_id = $1', [mcp.id]);
    const recordWith = async (versionId: string, version: string): Promise<void> => {
      const dependencies = [{ ecosystem: 'npm', name: 'left-pad', version }] as const;
      await recorder.record({
        versionId,
        analysis: { ...(await anAnalysis()), dependencies },
        archive: archive(),
      });
    };
    await recordWith(newer.id, '2.0.0');
    await recordWith(older.id, '1.0.0');
    expect(await dependenciesOf()).toEqual([{ name: 'left-pad', version: '2.0.0' }]);
    await recordWith(newer.id, '2.0.1');
    expect(await dependenciesOf()).toEqual([{ name: 'left-pad', version: '2.0.1' }]);
  });
});

describe('the chain of an MCP', () => {
  it('does not fork, whatever is recorded at the same time, and is valid', async () => {
    const mcp = await aMcp(t);
    const versions = [await mcp.version(), await mcp.version()];
    // Workers record a few at a time. More would wait for each other longer than for a connection to the database.
    for (let round = 0; round < 10; round += 1)
      await Promise.all(
        Array.from({ length: 5 }, (_, index) =>
          record(versions[index % 2]?.id ?? '', { findings: [aFinding()] }),
        ),
      );
    const snapshots = await snapshotsOf(mcp.id);
    expect(snapshots.map(({ position }) => position)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
    expect(snapshots.map(({ previous_snapshot_id: previous }) => previous)).toEqual([
      null,
      ...snapshots.slice(0, -1).map(({ id }) => id),
    ]);
    const chains = t.app.get(SnapshotChainsService, { strict: false });
    expect(await chains.verify(mcp.id, new AbortController().signal)).toMatchObject({
      length: 50,
      broken: undefined,
    });
  });

  it('says how the surface differs from that of the version analyzed before, also when analyzed again', async () => {
    const mcp = await aMcp(t);
    const surface = { transport: 'stdio', auth_signals: ['none'] } as const;
    const [first, failed, last] = [await mcp.version(), await mcp.version(), await mcp.version()];
    const { snapshotId } = await record(first.id, {
      mcp_surface: {
        ...surface,
        tools: ['gone', 'kept', 'reworded'],
        capabilities: ['file_write'],
        tool_details: [aTool('gone'), aTool('kept'), aTool('reworded')],
      },
    });
    await record(failed.id, { complete: false, incomplete_reasons: ['a.js: too large'] });
    const change: ReportChange = {
      mcp_surface: {
        ...surface,
        tools: ['added', 'kept', 'reworded'],
        capabilities: ['process_exec'],
        tool_details: [aTool('added'), aTool('kept'), aTool('reworded', 'Something else')],
      },
    };
    await record(last.id, change);
    await record(last.id, change);
    const differences = (await snapshotsOf(mcp.id)).map(({ difference }) => difference);
    const expected = {
      snapshot_id: snapshotId,
      tools_added: ['added'],
      tools_removed: ['gone'],
      tools_changed: [{ name: 'reworded', description: true, schema: false }],
      capabilities_added: ['process_exec'],
      capabilities_removed: ['file_write'],
    };
    expect(differences).toEqual([null, null, expected, expected]);
    expect(await recorder.previousSurface(first.id)).toBeUndefined();
    expect(await recorder.previousSurface(last.id)).toMatchObject({ capabilities: ['file_write'] });
  });
});
