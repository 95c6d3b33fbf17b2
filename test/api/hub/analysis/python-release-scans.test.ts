import { beforeEach, describe, expect, it } from '@jest/globals';
import { ScanVersionsJob } from '../../../../src/hub/analysis/scans/scan-versions-job.js';
import { CLEAN, uniqueName, wheel } from '../../../support/python-servers.js';
import { evilWheel, useReleasedVersions } from '../../../support/released-versions.js';
import { SecurityGate } from '../../../support/security-gate.js';

const released = await useReleasedVersions();
const { index } = released;
const { t, actors } = released.hub;
beforeEach(() => {
  index.isAway = false;
});

describe('a scan of a known version of a Python package', () => {
  const scans = (): Promise<void> => t.app.get(ScanVersionsJob).run(new AbortController().signal);

  it('is resolved once the index has said that its files are the same', async () => {
    const older = await released.anOlder();
    const security = new SecurityGate(await actors.user());
    const started = await security.start(`pypi:${older.name}==1.0`);
    expect(await security.check(started)).toEqual({ status: 'pending' });
    await scans();
    const { scan_id: id } = await security.check(started);
    expect(await security.report(id as string)).toMatchObject({
      risk_level: expect.not.stringMatching('critical'),
    });
    expect(await released.servers.analyze(older)).toBe(false);
  });

  it('is not resolved with the result of other files', async () => {
    const older = await released.anOlder();
    released.add(older.name, evilWheel(older.name));
    const security = new SecurityGate(await actors.user());
    const started = await security.start(`pypi:${older.name}==1.0`);
    await scans();
    expect(await security.check(started)).toEqual({ status: 'pending' });
    expect(await released.gate(older.name, '1.0')).toBe('DENIED');
    await released.servers.analyze(older);
    const { scan_id: id } = await security.check(started);
    expect(await security.report(id as string)).toMatchObject({ risk_level: 'critical' });
  });

  it('is not resolved with what an earlier scan of the caller found in other files', async () => {
    const name = uniqueName();
    index.releases.set(`${name}==1.0`, [wheel(name, CLEAN)]);
    const security = new SecurityGate(await actors.user());
    const first = await security.start(`pypi:${name}==1.0`);
    await scans();
    const [scanned] = await t.rows<{ versionId: string }>(
      'SELECT version_id AS "versionId" FROM scan WHERE url = $1',
      [`pypi:${name}==1.0`],
    );
    await released.servers.analyze({ versionId: scanned?.versionId ?? '' });
    expect(await security.check(first)).toMatchObject({ status: 'resolved' });
    released.add(name, evilWheel(name));
    const second = await security.start(`pypi:${name}==1.0`);
    await scans();
    expect(await security.check(second)).toEqual({ status: 'pending' });
    await released.servers.analyze({ versionId: scanned?.versionId ?? '' });
    const { scan_id: id } = await security.check(second);
    expect(await security.report(id as string)).toMatchObject({ risk_level: 'critical' });
  });

  it('fails at once when the index does not have the release any more', async () => {
    const older = await released.anOlder();
    const security = new SecurityGate(await actors.user());
    const started = await security.start(`pypi:${older.name}==1.0`);
    index.releases.delete(`${older.name}==1.0`);
    await scans();
    expect(await security.check(started)).toMatchObject({ status: 'error' });
  });

  it('fails when the index does not answer', async () => {
    const older = await released.anOlder();
    const security = new SecurityGate(await actors.user());
    const started = await security.start(`pypi:${older.name}==1.0`);
    index.isAway = true;
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await security.check(started)).toEqual({ status: 'pending' });
      await scans();
      await t.rows(`UPDATE scan SET claimed_until = now() - interval '1 second' WHERE status = 'WAITING'`);
    }
    expect(await security.check(started)).toMatchObject({ status: 'error' });
  });
});
