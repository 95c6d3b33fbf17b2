import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { AnalysisWorker } from '../../../src/hub/analysis/analysis-worker.js';
import { packedServer } from '../../support/analyzed-packages.js';
import { headerOf, tarGzOf, type TarEntry } from '../../support/bundles.js';
import { useHub } from '../../support/suite.js';
import { pushed } from '../../support/uploads.js';

const { t, actors } = await useHub();
const org = await actors.organization();
const NEVER = new AbortController().signal;

const MIB = 1024 * 1024;
const GOOD: TarEntry = { name: 'package/package.json', content: '{"name":"server","version":"1.0.0"}' };

const beside = (...entries: readonly TarEntry[]): Promise<Buffer> => tarGzOf([GOOD, ...entries]);

/** A file of zeros, which compress to a thousandth: a member of gzip for each 16 MiB. */
async function bomb(mebibytes: number): Promise<Buffer> {
  const header = await headerOf({ name: 'package/zeros.js', size: mebibytes * MIB });
  const zeros = gzipSync(Buffer.alloc(16 * MIB));
  return Buffer.concat([gzipSync(header), ...Array.from({ length: mebibytes / 16 }, () => zeros)]);
}

const manyFiles = (count: number): Promise<Buffer> =>
  tarGzOf(Array.from({ length: count }, (_item, index) => ({ name: `package/${index}.js`, content: '' })));

/** Pushes a bundle, lets the worker handle its job, and returns the version as its publisher sees it. */
async function analyzed(bundle: Uint8Array): Promise<Record<string, unknown>> {
  const name = `${org.slug}/server-${randomUUID().slice(0, 8)}`;
  const versionId = await pushed(org.owner, actors.anonymous, name, '1.0.0', bundle);
  const jobs = await t.rows<{ id: string; mcp_id: string }>(
    'SELECT id, mcp_id FROM analysis_job WHERE version_id = $1',
    [versionId],
  );
  expect(jobs).toHaveLength(1);
  for (const { id } of jobs) await t.app.get(AnalysisWorker).perform(id, NEVER);
  const { body } = await org.owner.get(`/api/v1/mcps/${jobs[0]?.mcp_id}/versions/${versionId}`);
  return body as Record<string, unknown>;
}

describe('a hostile archive', () => {
  it.each<[string, () => Promise<Buffer> | Buffer, RegExp]>([
    ['with a path out of its folder', () => beside({ name: '../../evil.js', content: 'x' }), /out of its/],
    ['with an absolute path', () => beside({ name: '/etc/cron.d/evil', content: 'x' }), /path is absolute/],
    [
      'with a symbolic link',
      () => beside({ name: 'package/keys', type: 'symlink', linkname: '/etc/passwd' }),
      /a symbolic link: package\/keys/,
    ],
    [
      'with a hard link',
      () => beside({ name: 'package/passwd', type: 'link', linkname: '/etc/passwd' }),
      /a hard link: package\/passwd/,
    ],
    [
      'with a character device',
      () => beside({ name: 'package/random', type: 'character-device' }),
      /a device: package\/random/,
    ],
    [
      'with a block device',
      () => beside({ name: 'package/disk', type: 'block-device' }),
      /a device: package\/disk/,
    ],
    ['with a named pipe', () => beside({ name: 'package/pipe', type: 'fifo' }), /a named pipe/],
    ['with one name twice', () => beside(GOOD), /Two entries have one name/],
    ['that unpacks to gigabytes', () => bomb(4096), /unpacks to more than 512 MB/],
    ['with too many files', () => manyFiles(20_001), /more than 20000 entries/],
    ['that is no gzip', () => Buffer.from('<html>not found</html>'), /not gzip, or broken/],
    ['that is no tar', () => gzipSync('text '.repeat(1000)), /broken header/],
    ['that is cut off', async () => (await packedServer()).subarray(0, -20), /unexpected end of file/],
    ['without files', () => tarGzOf([]), /holds no files/],
  ])('%s fails its version with the reason, once', async (_what, archive, reason) => {
    const version = await analyzed(await archive());
    expect(version).toMatchObject({ status: 'FAILED', certification_level: null });
    expect(version['failure_reason']).toMatch(/^the archive is refused: /);
    expect(version['failure_reason']).toMatch(reason);
    const jobs = await t.rows(
      'SELECT status, attempts, failure_reason FROM analysis_job WHERE version_id = $1',
      [version['id']],
    );
    expect(jobs).toEqual([{ status: 'FAILED', attempts: 1, failure_reason: version['failure_reason'] }]);
    expect(await t.rows('SELECT id FROM snapshot WHERE version_id = $1', [version['id']])).toEqual([]);
  });

  it('does not keep the same worker from analyzing the next one', async () => {
    expect(await analyzed(await beside({ name: '../evil.js', content: 'x' }))).toMatchObject({
      status: 'FAILED',
    });
    expect(await analyzed(await packedServer())).toMatchObject({ status: 'CERTIFIED', failure_reason: null });
  });
});
