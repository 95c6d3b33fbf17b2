import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, jest } from '@jest/globals';
import { AnalysisWorker } from '../../../../src/hub/analysis/runs/analysis-worker.js';
import { PublicSource } from '../../../../src/hub/analysis/runs/sources/public-source.js';
import { VersionIntake } from '../../../../src/hub/catalog/intake/version-intake.js';
import { packedServer } from '../../../support/analyzed-packages.js';
import { headerOf, tarGzOf, type TarEntry } from '../../../support/bundles.js';
import { aMcp } from '../../../support/catalog.js';
import { useHub } from '../../../support/suite.js';
import { pushed } from '../../../support/uploads.js';

const { t, actors } = await useHub();
const org = await actors.organization();
const NEVER = new AbortController().signal;

const MIB = 1024 * 1024;
const GOOD: TarEntry = { name: 'package/package.json', content: '{"name":"server","version":"1.0.0"}' };

const beside = (...entries: readonly TarEntry[]): Promise<Buffer> => tarGzOf([GOOD, ...entries]);

/** A file of zeros, which compress to a thousandth. */
async function bomb(mebibytes: number): Promise<Buffer> {
  const header = await headerOf({ name: 'package/zeros.js', size: 4 * 1024 * MIB });
  return gzipSync(Buffer.concat([header, Buffer.alloc(mebibytes * MIB)]));
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
      'with a file within a link',
      () =>
        beside(
          { name: 'package/keys', type: 'symlink', linkname: '/etc' },
          { name: 'package/keys/passwd', content: 'x' },
        ),
      /A file lies within a link: package\/keys\/passwd/,
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
    ['with one name twice', () => beside({ ...GOOD, content: '{}' }), /Two entries have one name/],
    [
      'with names that are one on other systems',
      () => beside({ name: 'package/Package.json', content: '{}' }),
      /Two names are one where letters, spaces or dots .*: package\/package\.json, package\/Package\.json/,
    ],
    [
      'with several gzip members',
      async () => Buffer.concat([await tarGzOf([GOOD]), await tarGzOf([GOOD])]),
      /after the end of its gzip/,
    ],
    ['that unpacks to gigabytes', () => bomb(100), /unpacks to more than 512 MB/],
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

  it.each(['symlink', 'link'] as const)(
    'is analyzed without a %s that leads out of it, and is incomplete',
    async (type) => {
      const link: TarEntry = { name: 'package/keys.js', type, linkname: '/etc/passwd' };
      const version = await analyzed(await beside(link));
      expect(version).toMatchObject({
        status: 'NOT_CERTIFIED',
        certification_level: 0,
        failure_reason: null,
      });
      const [snapshot] = await t.rows<{ complete: boolean }>(
        'SELECT complete FROM snapshot WHERE version_id = $1',
        [version['id']],
      );
      expect(snapshot).toEqual({ complete: false });
    },
  );

  it('does not keep the same worker from analyzing the next one', async () => {
    expect(await analyzed(await beside({ name: '../evil.js', content: 'x' }))).toMatchObject({
      status: 'FAILED',
    });
    expect(await analyzed(await packedServer())).toMatchObject({ status: 'CERTIFIED', failure_reason: null });
  });
});

describe('files that only look like source code', () => {
  const COMPANION = '\0\u0005\u0016\u0007\0\u0002\0\0Mac OS X        \0\u0002';

  it('are no reason against a package', async () => {
    const beside = {
      '._server.js': COMPANION,
      '__MACOSX/package/._server.js': COMPANION,
      'test/._server.test.js': COMPANION,
      '.DS_Store': '\0\0\0\u0001Bud1\0',
      'app_de.ts': '<?xml version="1.0"?>\n<!DOCTYPE TS><TS version="2.1"></TS>',
    };
    expect(await analyzed(await packedServer({ beside }))).toMatchObject({ status: 'CERTIFIED' });
  });

  it('are read all the same when only their name looks like that', async () => {
    const beside = { '._server.js': 'import { exec } from "node:child_process"; exec(process.argv[2]);(' };
    expect(await analyzed(await packedServer({ beside }))).not.toMatchObject({ status: 'CERTIFIED' });
  });
});

describe('a package of npm', () => {
  const MANIFEST: TarEntry = { name: 'package/package.json', content: '{"name":"files","version":"1.0.0"}' };
  const BESIDE = 'not all names have the same one';

  /** Lets the worker analyze a version whose source npm's registry answers with these bytes. */
  async function analyzedPackage(bytes: Uint8Array): Promise<Record<string, unknown>> {
    const { id } = await aMcp(t);
    const fetching = jest
      .spyOn(t.app.get(PublicSource, { strict: false }), 'fetch')
      .mockImplementation(async (_source, { folder }) => {
        const path = join(folder, 'source.tar.gz');
        await writeFile(path, bytes);
        return { path, sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
      });
    const source = { kind: 'npm', name: 'files', version: '1.0.0' } as const;
    const { versionId } = await t.app
      .get(VersionIntake, { strict: false })
      .ingest({ mcpId: id, kind: 'release', source, commitHash: 'a'.repeat(40), semver: '1.0.0' });
    for (const { id: job } of await t.rows<{ id: string }>(
      'SELECT id FROM analysis_job WHERE version_id = $1',
      [versionId],
    ))
      await t.app.get(AnalysisWorker).perform(job, NEVER);
    fetching.mockRestore();
    const [version] = await t.rows<Record<string, unknown>>(
      'SELECT status, failure_reason FROM mcp_version WHERE id = $1',
      [versionId],
    );
    return version ?? {};
  }

  it.each([
    ['a folder of tests', 'test/index.js', `${BESIDE}: test/index.js`],
    ['a folder of dependencies', 'node_modules/index.js', `${BESIDE}: node_modules/index.js`],
    ['a folder of documents', 'docs/package.json', `${BESIDE}: docs/package.json`],
    ['the same folder in other letters', 'Package/index.js', `${BESIDE}: Package/index.js`],
  ])('with %s beside its folder fails its version with the reason', async (_what, name, reason) => {
    const good = { name: 'package/index.js', content: 'good' };
    const version = await analyzedPackage(await tarGzOf([MANIFEST, good, { name, content: 'bad' }]));
    expect(version).toMatchObject({ status: 'FAILED' });
    expect(version['failure_reason']).toContain(reason);
  });

  it('with a prefix that npm does not read fails its version with the reason', async () => {
    const header = await headerOf({ name: 'index.js', size: 0 });
    header.write('  package/test', 263, 'latin1');
    header.copyWithin(345, 265, 277).fill(0, 265, 277).fill(' ', 148, 156);
    header.write(
      `${header
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0')}\0 `,
      148,
    );
    const version = await analyzedPackage(gzipSync(Buffer.concat([header, Buffer.alloc(1024)])));
    expect(version).toMatchObject({ status: 'FAILED' });
    expect(version['failure_reason']).toMatch(/a format that programs read differently: index\.js/);
  });

  it('in a folder of another name is analyzed', async () => {
    const bytes = await tarGzOf([
      {
        name: 'files-1.0.0/package.json',
        content: '{"name":"files","version":"1.0.0","main":"lib/index.js"}',
      },
      { name: 'files-1.0.0/lib/index.js', content: 'export const one = 1;\n' },
    ]);
    expect(await analyzedPackage(bytes)).toMatchObject({ failure_reason: null });
  });
});
