import { beforeEach, describe, expect, it } from '@jest/globals';
import { ReleaseChecksJob } from '../../../../src/hub/analysis/runs/releases/release-checks-job.js';
import { GrcClient } from '../../../support/grc.js';
import type { PypiFile } from '../../../support/pypi-index.js';
import { CLEAN, EVIL, sdist, uniqueName, wheel } from '../../../support/python-servers.js';
import { evilWheel, useReleasedVersions } from '../../../support/released-versions.js';

const released = await useReleasedVersions();
const { index } = released;
const { t, actors } = released.hub;
beforeEach(async () => {
  index.isAway = false;
  index.awayStatus = 503;
  index.failing.clear();
  // What other tests have left is not due.
  await t.rows(`UPDATE mcp_version SET release_checked_at = now() WHERE release_checked_at IS NULL`);
});

const look = (): Promise<void> => t.app.get(ReleaseChecksJob).run(new AbortController().signal);

const managed = async (): Promise<string> => {
  const { id, owner } = released.org;
  return (await owner.get(`/api/v1/orgs/${id}/managed-settings?format=vscode`)).text;
};

describe('a file that is added to a version of a Python package that is not the newest', () => {
  it.each<[string, (name: string) => PypiFile | Promise<PypiFile>]>([
    ['a wheel', evilWheel],
    ['a source distribution', (name) => sdist(name, EVIL)],
    ['a yanked wheel', (name) => ({ ...evilWheel(name), yanked: true })],
  ])('is noticed: %s', async (_what, file) => {
    const older = await released.anOlder();
    expect(await released.gate(older.name, '1.0')).toBe('ALLOWED');
    released.add(older.name, await file(older.name));
    await released.servers.longAgo(older);
    await look();
    expect(await released.servers.detail(older)).toMatchObject({
      status: 'INGESTED',
      global_score: null,
      certification_level: null,
    });
    expect(await released.gate(older.name, '1.0')).toBe('DENIED');
    expect(await released.servers.analyze(older)).toBe(true);
    expect(await released.servers.detail(older)).toMatchObject({
      status: 'NOT_CERTIFIED',
      certification_level: 0,
    });
  });

  it('takes the result back until it is analyzed, and for good if it cannot be', async () => {
    const older = await released.anOlder();
    index.releases.set(`${older.name}==1.0`, [{ ...evilWheel(older.name), isGone: true }]);
    await released.servers.longAgo(older);
    await look();
    const trail = `SELECT details FROM audit_event WHERE resource_id = $1 AND action = 'version.release_changed'`;
    expect(await t.rows(trail, [older.versionId])).toHaveLength(1);
    await released.servers.analyze(older);
    expect(await released.servers.detail(older)).toMatchObject({
      status: 'FAILED',
      certification_level: null,
    });
    expect(await released.gate(older.name, '1.0')).toBe('DENIED');
  });

  it('leaves no score in the reports about an organization', async () => {
    const reported = await actors.organization();
    const grc = new GrcClient(await actors.serviceToken(reported.id, ['grc:read']));
    const older = await released.anOlder({ org_id: reported.id });
    const analyzed = async (): Promise<unknown[]> => {
      const own = (await reported.owner.get(`/api/v1/orgs/${reported.id}/risk-posture`)).body;
      const { summary } = await grc.data('risk-posture');
      return [summary.mcps_analyzed, own.summary.mcps_analyzed, own.history.at(-1).mcps_analyzed];
    };
    expect(await analyzed()).toEqual([1, 1, 1]);
    released.add(older.name, evilWheel(older.name));
    await released.servers.longAgo(older);
    await look();
    expect(await analyzed()).toEqual([0, 0, 0]);
  });

  it.each([429, 500, 503])(
    'is analyzed once the index answers again, and the result before does not come back: %i',
    async (status) => {
      const older = await released.anOlder();
      released.add(older.name, wheel(older.name, CLEAN, 'cp312-cp312-manylinux_2_17_x86_64'));
      await released.servers.longAgo(older);
      await look();
      Object.assign(index, { isAway: true, awayStatus: status });
      expect(await released.servers.analyze(older)).toBe(true);
      expect(await released.servers.detail(older)).toMatchObject({
        status: 'INGESTED',
        certification_level: null,
      });
      expect(await released.gate(older.name, '1.0')).toBe('DENIED');
      index.isAway = false;
      await released.servers.due(older);
      expect(await released.servers.analyze(older)).toBe(true);
      expect(await released.gate(older.name, '1.0')).toBe('ALLOWED');
    },
  );

  it('is analyzed again after a failure, once its files are there', async () => {
    const older = await released.anOlder();
    index.releases.set(`${older.name}==1.0`, [{ ...evilWheel(older.name), isGone: true }]);
    await released.servers.longAgo(older);
    await look();
    await released.servers.analyze(older);
    expect(await released.servers.detail(older)).toMatchObject({ status: 'FAILED' });
    expect(await released.servers.analyze(older)).toBe(false);
    index.releases.set(`${older.name}==1.0`, [wheel(older.name, CLEAN, 'cp312-cp312-manylinux_2_17_x86_64')]);
    await released.servers.longAgo(older);
    await look();
    expect(await released.servers.analyze(older)).toBe(true);
    expect(await released.gate(older.name, '1.0')).toBe('ALLOWED');
  });

  it('is analyzed again after some of its files could not be fetched', async () => {
    const older = await released.anOlder();
    released.add(older.name, {
      ...wheel(older.name, CLEAN, 'cp312-cp312-manylinux_2_17_x86_64'),
      isGone: true,
    });
    await released.servers.longAgo(older);
    await look();
    await released.servers.analyze(older);
    expect(await released.servers.detail(older)).toMatchObject({
      status: 'NOT_CERTIFIED',
      certification_level: 0,
    });
    const files = index.releases.get(`${older.name}==1.0`) ?? [];
    index.releases.set(
      `${older.name}==1.0`,
      files.map((file) => ({ ...file, isGone: false })),
    );
    await released.servers.longAgo(older);
    await look();
    expect(await released.servers.analyze(older)).toBe(true);
    expect(await released.servers.detail(older)).not.toMatchObject({ certification_level: 0 });
  });

  it('counts as noticed when its analysis finds it first', async () => {
    const older = await released.anOlder();
    index.releases.set(`${older.name}==1.0`, [{ ...evilWheel(older.name), isGone: true }]);
    await released.servers.analyzeAgain(older);
    expect(await released.servers.detail(older)).toMatchObject({
      status: 'FAILED',
      certification_level: null,
    });
  });

  it('is noticed for a version that was analyzed before sets of files counted', async () => {
    const older = await released.anOlder();
    await t.rows('UPDATE mcp_version SET release = NULL, release_checked_at = NULL WHERE id = $1', [
      older.versionId,
    ]);
    await look();
    expect(await released.servers.detail(older)).toMatchObject({ status: 'INGESTED' });
    await released.record(older, index.releases.get(`${older.name}==1.0`) ?? []);
    expect(await released.gate(older.name, '1.0')).toBe('ALLOWED');
  });

  it('takes back few at a time of those from before sets of files counted, for analyses that wait for others', async () => {
    const older = await released.anOlder();
    const name = uniqueName();
    for (let n = 1; n <= 60; n += 1) index.releases.set(`${name}==0.${n}`, [wheel(name, CLEAN)]);
    await released.servers.aged(older.id, name, 60);
    const waiting = (): Promise<unknown[]> =>
      t.rows(
        `SELECT j.reason, count(*)::integer AS count
           FROM analysis_job j JOIN mcp_version v ON v.id = j.version_id
          WHERE v.source ->> 'name' = $1 AND v.status = 'INGESTED' GROUP BY 1`,
        [name],
      );
    await look();
    expect(await waiting()).toEqual([{ reason: 'reanalysis', count: 50 }]);
    await look();
    expect(await waiting()).toEqual([{ reason: 'reanalysis', count: 60 }]);
  });

  it('is in no list for clients until it is analyzed', async () => {
    const older = await released.anOlder();
    const entry = `${older.name}==1.0`;
    expect(await managed()).toContain(entry);
    released.add(older.name, evilWheel(older.name));
    await released.servers.longAgo(older);
    await look();
    expect(await managed()).not.toContain(entry);
  });

  it('starts an analysis that is running again, so that the files before do not count', async () => {
    const older = await released.anOlder();
    await t.rows(
      `INSERT INTO analysis_job (id, version_id, mcp_id, reason, status, worker, run_after, created_at, heartbeat_at, started_at, attempts)
       VALUES (gen_random_uuid(), $1, $2, 'reanalysis', 'RUNNING', 'other', now(), now(), now(), now(), 1)`,
      [older.versionId, older.id],
    );
    released.add(older.name, evilWheel(older.name));
    await released.servers.longAgo(older);
    await look();
    const jobs = await t.rows<{ status: string; worker: string | null }>(
      `SELECT status, worker FROM analysis_job WHERE version_id = $1 AND status IN ('QUEUED', 'RUNNING')`,
      [older.versionId],
    );
    expect(jobs).toEqual([{ status: 'QUEUED', worker: null }]);
  });
});

describe('versions of Python packages whose files are the same', () => {
  it('keep their results, and are not asked for again within the interval', async () => {
    const older = await released.anOlder();
    await released.servers.longAgo(older);
    await look();
    released.add(older.name, evilWheel(older.name));
    await look();
    expect(await released.gate(older.name, '1.0')).toBe('ALLOWED');
    await released.servers.longAgo(older);
    await look();
    expect(await released.gate(older.name, '1.0')).toBe('DENIED');
  });

  it.each([429, 503])(
    'keep their results while the index is unavailable, and are asked for at once after it: %i',
    async (status) => {
      const older = await released.anOlder();
      released.add(older.name, evilWheel(older.name));
      await released.servers.longAgo(older);
      Object.assign(index, { isAway: true, awayStatus: status });
      await look();
      expect(await released.gate(older.name, '1.0')).toBe('ALLOWED');
      index.isAway = false;
      await look();
      expect(await released.gate(older.name, '1.0')).toBe('DENIED');
    },
  );

  it.each(['{}', '{"sha256":"00","whole":true}'])(
    'are asked for in the same run as those before them that are gone from the index: %s',
    async (release) => {
      const older = await released.anOlder();
      await released.servers.aged(older.id, uniqueName(), 20, release);
      released.add(older.name, evilWheel(older.name));
      await released.servers.longAgo(older, 50);
      await look();
      expect(await released.gate(older.name, '1.0')).toBe('DENIED');
    },
  );

  it('are asked for although there are some before them that the index never answers for', async () => {
    const older = await released.anOlder();
    const name = uniqueName();
    index.failing.add(name);
    await released.servers.aged(older.id, name, 12, '{"sha256":"00","whole":true}');
    released.add(older.name, evilWheel(older.name));
    await released.servers.longAgo(older, 50);
    for (let run = 0; run < 3; run += 1) await look();
    expect(await released.gate(older.name, '1.0')).toBe('DENIED');
  });

  it('are asked for in the order of the time that has passed, and a run that is stopped is continued', async () => {
    const [first, second] = [await released.anOlder(), await released.anOlder()];
    for (const each of [first, second]) released.add(each.name, evilWheel(each.name));
    await released.servers.longAgo(first, 60);
    await released.servers.longAgo(second, 50);
    await t.app.get(ReleaseChecksJob).run(AbortSignal.abort());
    expect(await released.gate(first.name, '1.0')).toBe('ALLOWED');
    await look();
    expect([await released.gate(first.name, '1.0'), await released.gate(second.name, '1.0')]).toEqual([
      'DENIED',
      'DENIED',
    ]);
  });

  it('are not asked for when they are revoked', async () => {
    const older = await released.anOlder();
    await t.rows('UPDATE mcp_version SET revoked_at = now() WHERE id = $1', [older.versionId]);
    await released.servers.longAgo(older);
    const [before] = await t.rows('SELECT release_checked_at FROM mcp_version WHERE id = $1', [
      older.versionId,
    ]);
    await look();
    expect(
      await t.rows('SELECT release_checked_at FROM mcp_version WHERE id = $1', [older.versionId]),
    ).toEqual([before]);
  });
});
