import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SnapshotRecorder } from '../../../../src/hub/analysis/recording/snapshot-recorder.js';
import { ScanVersionsJob } from '../../../../src/hub/analysis/scans/scan-versions-job.js';
import {
  SourceResolver,
  UnresolvableSourceError,
} from '../../../../src/hub/analysis/scans/source-resolver.js';
import { releaseKey } from '../../../../src/hub/catalog/mcps/release-key.js';
import type { VersionSource } from '../../../../src/hub/catalog/mcps/version-source.js';
import { aFinding, anAnalysis, useArchive, type ReportChange } from '../../../support/analyses.js';
import { aMcp } from '../../../support/catalog.js';
import { GateError, SecurityGate } from '../../../support/security-gate.js';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub();
const archive = useArchive();
const COMMIT = '0123456789abcdef0123456789abcdef01234567';

const resolver = t.app.get(SourceResolver);
const resolves = (source: VersionSource): void =>
  void jest.spyOn(resolver, 'resolve').mockImplementation(() => Promise.resolve(source));

/** Runs what the server does in the background. */
const run = (): Promise<void> => t.app.get(ScanVersionsJob).run(new AbortController().signal);

const repository = (url: string): VersionSource => ({
  kind: 'repository',
  url,
  path: '',
  commit: COMMIT,
  ref: '',
});

/** The version of a scan's MCP. */
const versionOf = async (url: string): Promise<string> => {
  const [row] = await t.rows<{ id: string }>(`SELECT version_id AS id FROM scan WHERE url = $1`, [url]);
  return row?.id ?? '';
};

async function analyze(versionId: string, change: ReportChange = {}): Promise<void> {
  await t.rows(`UPDATE analysis_job SET status = 'SUCCEEDED', finished_at = now() WHERE version_id = $1`, [
    versionId,
  ]);
  await t.app.get(SnapshotRecorder).record({
    versionId,
    jobId: randomUUID(),
    analysis: await anAnalysis(change),
    archive: archive(),
  } as never);
}

/** A public MCP of the catalog whose repository was analyzed. */
async function analyzedMcp(
  url: string,
  change: ReportChange = {},
  source = repository(url),
): Promise<string> {
  const { id } = await aMcp(t, { repo_url: url });
  const versionId = randomUUID();
  await t.rows(
    `INSERT INTO mcp_version (id, mcp_id, visible_version, commit_hash, source, status, created_at, updated_at)
     VALUES ($1, $2, 'commit-0123456-20260101', $3, $4, 'INGESTED', now(), now())`,
    [versionId, id, COMMIT, JSON.stringify(source)],
  );
  await analyze(versionId, change);
  return id;
}

const RELEASE = { semver: '2.0.0', release_key: releaseKey('2.0.0', 'announced') };

const gateOf = async (): Promise<SecurityGate> => new SecurityGate(await actors.user());
const someUrl = (): string => `https://github.com/acme/server-${randomUUID().slice(0, 8)}`;

beforeEach(() => resolves(repository('https://github.com/acme/nothing')));

describe('POST /api/v1/scans/', () => {
  it('answers 401 with detail to callers without credentials', async () => {
    await expect(new SecurityGate(actors.anonymous).start(someUrl())).rejects.toMatchObject({ status: 401 });
  });

  it('answers 403 to a token for reports alone', async () => {
    const { id } = await actors.organization();
    const gate = new SecurityGate(await actors.serviceToken(id, ['grc:read']));
    await expect(gate.start(someUrl())).rejects.toMatchObject({ status: 403, detail: 'not authorized' });
  });

  it.each([
    'file:///etc/passwd',
    'http://169.254.169.254/latest',
    'https://user:secret@github.com/a/b',
    'https://example.com/a/b',
    '',
    5,
    null,
  ])('answers 400 naming url for %j, and fetches nothing', async (url) => {
    const resolve = jest.spyOn(resolver, 'resolve');
    resolve.mockClear();
    const gate = await gateOf();
    const refused = await gate.start(url as string).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(GateError);
    expect(refused).toMatchObject({ status: 400, detail: expect.stringContaining('url') as unknown });
    await run();
    expect(resolve).not.toHaveBeenCalled();
  });

  it('answers 429 when a caller has ten scans without a result', async () => {
    const gate = await gateOf();
    jest
      .spyOn(resolver, 'resolve')
      .mockImplementation(() => Promise.reject(new UnresolvableSourceError('later', true)));
    for (let count = 0; count < 10; count += 1) await gate.start(someUrl());
    await expect(gate.start(someUrl())).rejects.toMatchObject({ status: 429 });
    await (await gateOf()).start(someUrl());
  });
});

describe('GET /api/v1/scans/…', () => {
  it('answers 404 for unknown scans and those of other callers', async () => {
    const url = someUrl();
    await analyzedMcp(url);
    const [gate, other] = [await gateOf(), await gateOf()];
    const token = await gate.start(url);
    const { scan_id: id } = await gate.check(token);
    const unknown = { status: 404, detail: 'scan not found' };
    await expect(other.check(token)).rejects.toMatchObject(unknown);
    await expect(other.report(id as string)).rejects.toMatchObject(unknown);
    await expect(other.report(id as string, 'result')).rejects.toMatchObject(unknown);
    await expect(gate.check('x')).rejects.toMatchObject(unknown);
    await expect(gate.report(randomUUID())).rejects.toMatchObject(unknown);
    await expect(gate.report(token)).rejects.toMatchObject(unknown);
  });

  it('has the same errors without trailing slashes', async () => {
    const { status, body } = await (await actors.user()).get(`/api/v1/scans/${randomUUID()}/verdict`);
    expect([status, body]).toEqual([
      404,
      { error: 'not_found', code: 'NOT_FOUND', message: 'scan not found', detail: 'scan not found' },
    ]);
  });
});

describe('a scan of a server with a recent analysis', () => {
  it.each<[string, ReportChange, string, boolean]>([
    ['safe', {}, 'safe', true],
    ['critical', { findings: [aFinding({ severity: 'critical' })] }, 'critical', false],
    ['high', { findings: [aFinding({ severity: 'high' }), aFinding({ severity: 'low' })] }, 'high', false],
    ['incomplete', { complete: false, incomplete_reasons: ['x'] }, 'medium', false],
  ])('resolves at once: %s', async (_what, change, risk, safe) => {
    const url = someUrl();
    await analyzedMcp(url, change);
    const gate = await gateOf();
    if (change.complete === false) {
      expect(await gate.check(await gate.start(url))).toEqual({ status: 'pending' });
      return;
    }
    expect(await gate.verdictOf(`${url}.git`)).toMatchObject({ risk, safe });
  });

  it('has the fields of the verdict in the result', async () => {
    const url = someUrl();
    await analyzedMcp(url, { findings: [aFinding()] });
    const gate = await gateOf();
    const { scanId } = await gate.verdictOf(url);
    const result = await gate.report(scanId, 'result');
    expect(result).toEqual(await gate.report(scanId));
    expect(result).toMatchObject({
      findings_summary: { critical: 0, high: 1, medium: 0, low: 0 },
      owasp_risks: ['MCP05'],
      findings: [{ severity: 'high', file_path: 'server.js', line_number: 3, cwe_id: 'CWE-78' }],
    });
  });

  it('does not believe bytes that did not come from the repository', async () => {
    const url = someUrl();
    await analyzedMcp(url, {}, { kind: 'upload', key: 'objects/x' });
    const gate = await gateOf();
    expect(await gate.check(await gate.start(url))).toEqual({ status: 'pending' });
  });

  it.each<[string, Record<string, unknown>]>([
    ['a preview', { preview: true }],
    ['a patch of an old line', { semver: '1.9.1', release_key: releaseKey('1.9.1', 'announced') }],
    ['a commit after a release', {}],
    ['a revoked version', { revoked_at: new Date() }],
  ])('answers with the newest version, and not with %s that was analyzed later', async (_what, columns) => {
    const url = someUrl();
    const mcp = await aMcp(t, { repo_url: url });
    const newest = await mcp.version({ ...RELEASE, source: JSON.stringify(repository(url)) });
    await analyze(newest.id, { findings: [aFinding({ severity: 'critical' })] });
    const other = await mcp.version({ ...columns, source: JSON.stringify(repository(url)) });
    await analyze(other.id);
    expect(await (await gateOf()).verdictOf(url)).toMatchObject({ risk: 'critical' });
  });

  it('does not answer with an older version while the newest one has no result', async () => {
    const url = someUrl();
    const mcp = await aMcp(t, { repo_url: url });
    const older = await mcp.version({ source: JSON.stringify(repository(url)) });
    await analyze(older.id);
    const gate = await gateOf();
    expect(await gate.verdictOf(url)).toMatchObject({ risk: 'safe' });
    await mcp.version({ ...RELEASE, source: JSON.stringify(repository(url)) });
    expect(await gate.check(await gate.start(url))).toEqual({ status: 'pending' });
  });

  it('answers with the version that it names, also if that is not the newest', async () => {
    const name = `files-${randomUUID().slice(0, 8)}`;
    const mcp = await aMcp(t, { repo_url: `https://www.npmjs.com/package/${name}` });
    for (const [version, severity] of [
      ['1.0.0', 'critical'],
      ['2.0.0', 'high'],
    ] as const) {
      const { id } = await mcp.version({
        semver: version,
        release_key: releaseKey(version, 'announced'),
        source: JSON.stringify({ kind: 'npm', name, version }),
      });
      await analyze(id, { findings: [aFinding({ severity })] });
    }
    const gate = await gateOf();
    expect(await gate.verdictOf(`npm:${name}@1.0.0`)).toMatchObject({ risk: 'critical' });
    expect(await gate.verdictOf(`npm:${name}`)).toMatchObject({ risk: 'high' });
    expect(await gate.check(await gate.start(`npm:${name}@3.0.0`))).toEqual({ status: 'pending' });
  });

  it('does not answer with what an address had before another repository took it', async () => {
    const url = someUrl();
    const mcp = await analyzedMcp(url);
    await t.rows(`UPDATE mcp SET repo_taken_by = 'github.com#666' WHERE id = $1`, [mcp]);
    const gate = await gateOf();
    expect(await gate.check(await gate.start(url))).toEqual({ status: 'pending' });
  });

  it('does not show private servers of other organizations', async () => {
    const url = someUrl();
    const mcp = await analyzedMcp(url);
    const { id, owner } = await actors.organization();
    await t.rows(`UPDATE mcp SET visibility = 'private', org_id = $2 WHERE id = $1`, [mcp, id]);
    const outsider = await gateOf();
    expect(await outsider.check(await outsider.start(url))).toEqual({ status: 'pending' });
    expect(await new SecurityGate(owner).verdictOf(url)).toMatchObject({ risk: 'safe' });
  });
});

describe('a scan of an unknown server', () => {
  it('is pending until its analysis is done', async () => {
    const url = someUrl();
    resolves(repository(url));
    const gate = await gateOf();
    const token = await gate.start(url);
    await run();
    expect(await gate.check(token)).toEqual({ status: 'pending' });
    await analyze(await versionOf(url), { findings: [aFinding({ title: 'Found' })] });
    const { scan_id: id } = await gate.check(token);
    expect(await gate.report(id as string)).toMatchObject({
      risk_level: 'high',
      findings: [{ title: 'Found' }],
    });
  });

  it('fails with the reason when the source cannot be had, or not be analyzed', async () => {
    const gate = await gateOf();
    jest
      .spyOn(resolver, 'resolve')
      .mockImplementation(() =>
        Promise.reject(new UnresolvableSourceError('there is no such repository', false)),
      );
    const token = await gate.start(someUrl());
    await run();
    expect(await gate.check(token)).toEqual({ status: 'error', error: 'there is no such repository' });

    const url = someUrl();
    resolves(repository(url));
    const second = await gate.start(url);
    await run();
    const version = await versionOf(url);
    await t.rows(`UPDATE analysis_job SET status = 'FAILED' WHERE version_id = $1`, [version]);
    await t.rows(`UPDATE mcp_version SET status = 'FAILED', failure_reason = 'too large' WHERE id = $1`, [
      version,
    ]);
    expect(await gate.check(second)).toEqual({ status: 'error', error: 'too large' });
  });

  it('is private to the organization of a caller who may add servers, and else seen through the scan alone', async () => {
    const { id, slug, owner } = await actors.organization();
    const member = await actors.member(id, 'MEMBER');
    const url = someUrl();
    await new SecurityGate(owner).start(url);
    await new SecurityGate(member).start(url);
    const found = await t.rows<{ org: string | null; owner: string; visibility: string }>(
      `SELECT m.org_id AS org, split_part(m.name, '/', 1) AS owner, m.visibility
         FROM scan s JOIN mcp m ON m.id = s.mcp_id WHERE s.url = $1 ORDER BY m.org_id NULLS LAST`,
      [url],
    );
    expect(found).toEqual([
      { org: id, owner: slug, visibility: 'private' },
      { org: null, owner: 'scans', visibility: 'private' },
    ]);
  });

  it('is analyzed once for two scans of one caller', async () => {
    const url = someUrl();
    resolves(repository(url));
    const gate = await gateOf();
    await Promise.all([gate.start(url), gate.start(`${url}/`)]);
    await Promise.all([run(), run()]);
    const rows = await t.rows(
      `SELECT DISTINCT j.id FROM analysis_job j JOIN scan s ON s.version_id = j.version_id WHERE s.url LIKE $1 || '%'`,
      [url],
    );
    expect(rows).toHaveLength(1);
  });
});

describe('GET /api/v1/user/me/', () => {
  it('answers with the address of a user, and none for a service token', async () => {
    const user = await actors.user();
    expect(await new SecurityGate(user).account()).toEqual({ email: user.email, credit_balance: 0 });
    const { id } = await actors.organization();
    const token = await actors.serviceToken(id, [`ci:org:${id}`]);
    expect(await new SecurityGate(token).account()).toEqual({ email: '', credit_balance: 0 });
  });
});
