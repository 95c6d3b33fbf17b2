import { symlink, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { AdvisoryImports } from '../../../../src/hub/analysis/advisories/advisory-imports.js';
import { AdvisoryLookups } from '../../../../src/hub/analysis/advisories/advisory-lookups.js';
import { AdvisoryRecheckJob } from '../../../../src/hub/analysis/advisories/advisory-recheck-job.js';
import { McpDependenciesRepository } from '../../../../src/hub/analysis/advisories/mcp-dependencies.repository.js';
import { UnitOfWork } from '../../../../src/storage/database/unit-of-work.js';
import {
  anAdvisory,
  exportOf,
  fileWith,
  folderWith,
  importAll,
  importAt,
} from '../../../support/advisories.js';
import { aMcp } from '../../../support/catalog.js';
import { useTestApp } from '../../../support/suite.js';
import { zipOf, type ZipEntry } from '../../../support/zips.js';

const t = await useTestApp();

const stored = async (): Promise<string[]> =>
  (await t.rows<{ id: string }>('SELECT id FROM advisory ORDER BY id')).map(({ id }) => id);

const rechecked = async (): Promise<string[]> => {
  const repository = t.app.get(McpDependenciesRepository);
  const taken = await t.app.get(UnitOfWork).run(() => repository.takeRechecks(100));
  return taken.map(({ mcpId }) => mcpId).sort();
};

/** An MCP with dependencies on versions of npm packages, `name@version`. */
async function dependingOn(...dependencies: readonly string[]) {
  const mcp = await aMcp(t);
  const parsed = dependencies.map((each) => {
    const [name = '', version = ''] = each.split('@');
    return { ecosystem: 'npm' as const, name, version };
  });
  await t.app.get(McpDependenciesRepository).replaceFor(mcp.id, parsed);
  return mcp;
}

beforeEach(async () => {
  await t.rows('TRUNCATE advisory_source, advisory, mcp_dependency, advisory_recheck CASCADE');
});

/** An advisory about packages of two ecosystems, as the exports of both have it. */
const aboutBoth = (id: string): object =>
  anAdvisory(id, 'both', {
    affected: ['npm', 'PyPI'].map((ecosystem) => ({
      package: { ecosystem, name: 'both' },
      versions: ['1.0.0'],
    })),
  });

const entry = (change: Partial<ZipEntry> = {}): ZipEntry => ({
  name: 'A.json',
  content: JSON.stringify(anAdvisory('A', 'a')),
  ...change,
});

describe('an import refuses, and changes nothing', () => {
  const sound = entry({ name: 'B.json', content: JSON.stringify(anAdvisory('B', 'b')) });

  it.each<[string, string | Buffer, RegExp]>([
    ['a file that is neither zip nor JSON', 'hello\nworld', /neither JSON nor JSON lines/],
    ['JSON that is no advisory', '{"packages": []}', /the top level must be an OSV record/],
    ['a list without an advisory', '[1, {}]', /no advisory in the OSV format/],
    ['an empty zip', zipOf([{ name: 'readme.txt', content: 'x' }]), /no advisory/],
    [
      'advisories of other ecosystems',
      exportOf([anAdvisory('A', 'a', {}, 'Debian:11')]),
      /npm, PyPI or Go alone/,
    ],
    ['a truncated zip', exportOf([anAdvisory('A', 'a')]).subarray(0, -30), /the zip is broken/],
    ['a wrong checksum', zipOf([sound, entry({ claims: { crc: 1 } })]), /checksum/],
    [
      'an entry that unpacks to more than it says',
      zipOf([sound, entry({ claims: { size: 3 } })]),
      /the zip is broken/,
    ],
    ['an encrypted zip', zipOf([sound, entry({ claims: { flags: 0x801 } })]), /encrypted/],
    ['another compression', zipOf([sound, entry({ claims: { method: 12 } })]), /compression/],
    ['names that leave the zip', zipOf([sound, entry({ name: '../../A.json' })]), /the zip is broken/],
    [
      'entries that say to unpack to more than 16 GiB together',
      zipOf(Array.from({ length: 5 }, () => entry({ claims: { size: 0xffff_fffe } }))),
      /more than 16 GiB/,
    ],
    [
      'advisories that are all about several ecosystems',
      exportOf([aboutBoth('A')]),
      /none of its advisories is about npm, PyPI or Go alone/,
    ],
    ['absolute names', zipOf([sound, entry({ name: '/etc/A.json' })]), /the zip is broken/],
  ])('%s', async (_what, content, message) => {
    await importAll(t, [anAdvisory('KEPT', 'kept')]);
    await expect(importAt(t, await fileWith(content))).rejects.toThrow(message);
    expect(await stored()).toEqual(['KEPT']);
  });

  it('a folder without advisories', async () => {
    const folder = await folderWith({ 'a.txt': 'x' });
    await expect(importAt(t, folder)).rejects.toThrow(/no .json, .jsonl or .zip file/);
  });

  it('a folder whose advisories are links to other files and folders', async () => {
    const elsewhere = await folderWith({ 'A.json': JSON.stringify(anAdvisory('A', 'a')) });
    const folder = await folderWith({ 'a.txt': 'x' });
    await symlink(join(elsewhere, 'A.json'), join(folder, 'A.json'));
    await symlink(elsewhere, join(folder, 'npm'));
    await expect(importAt(t, folder)).rejects.toThrow(/no .json, .jsonl or .zip file/);
  });

  it('a folder with a broken zip, which it names', async () => {
    const zip = exportOf([anAdvisory('A', 'a')]);
    const folder = await folderWith({ 'B.json': sound.content, 'PyPI/all.zip': zip.subarray(0, -30) });
    await expect(importAt(t, folder)).rejects.toThrow(/^all\.zip: the zip is broken/);
    expect(await stored()).toEqual([]);
  });

  it('a path without a file, and a device', async () => {
    const folder = await folderWith({ 'a.txt': 'x' });
    for (const path of [join(folder, 'missing.zip'), join(folder, 'a.txt', 'below')])
      await expect(importAt(t, path)).rejects.toThrow('there is no such file or folder');
    await expect(importAt(t, '/dev/null')).rejects.toThrow('it is neither a file nor a folder');
  });

  it('a JSON file of 640 MiB, without reading it', async () => {
    const path = await fileWith('[');
    await truncate(path, 640 * 1024 * 1024);
    await expect(importAt(t, path)).rejects.toThrow(/larger than 64 MiB; use a zip or a folder/);
  });

  it('a second import into the same source', async () => {
    const imports = t.app.get(AdvisoryImports);
    await imports.start('import');
    await expect(importAll(t, [anAdvisory('A', 'a')])).rejects.toThrow(/another process imports/);
    await importAll(t, [anAdvisory('A', 'a')], 'other');
  });
});

describe('an import', () => {
  it('skips and counts invalid records, and those that unpack to more than 8 MiB', async () => {
    const bomb = Buffer.alloc(9 * 1024 * 1024, ' ');
    const found = zipOf([
      entry(),
      entry({ name: 'broken.json', content: '{' }),
      entry({ name: 'number.json', content: '5' }),
      entry({ name: 'nul.json', content: JSON.stringify(anAdvisory('N', 'a\0b')) }),
      entry({ name: 'bomb.json', content: bomb }),
      entry({ name: 'notes.txt', content: 'x' }),
    ]);
    expect(await importAt(t, await fileWith(found))).toMatchObject({ valid: 1, skipped: 4 });
    expect(await stored()).toEqual(['A']);
  });

  it('keeps texts that a column of type jsonb refuses', async () => {
    const summary = 'a \u0000 byte and half \ud800 a character';
    await importAll(t, [anAdvisory('A', 'a', { summary })]);
    const answer = await t.app.get(AdvisoryLookups).find([{ ecosystem: 'npm', name: 'a' }]);
    expect(answer?.records).toMatchObject([{ id: 'A', summary }]);
  });

  it('reads folders with files and zips', async () => {
    const folder = await folderWith({
      'npm/A.json': JSON.stringify(anAdvisory('A', 'a')),
      'PyPI/all.zip': exportOf([anAdvisory('P', 'p', {}, 'PyPI')]),
      'more.jsonl': `${JSON.stringify(anAdvisory('B', 'b'))}\nbroken\n`,
    });
    expect(await importAt(t, folder)).toMatchObject({ valid: 3, skipped: 1 });
    expect(await stored()).toEqual(['A', 'B', 'P']);
  });

  it('of a full export deletes what it lacks, of its ecosystems and its source', async () => {
    await importAll(t, [anAdvisory('P', 'p', {}, 'PyPI'), anAdvisory('A', 'a'), anAdvisory('B', 'b')]);
    await importAll(t, [anAdvisory('X', 'x')], 'other');
    await importAll(t, [anAdvisory('B', 'b'), anAdvisory('C', 'c')]);
    expect(await stored()).toEqual(['B', 'C', 'P', 'X']);
  });

  it('of a full export with invalid records deletes nothing, since these may be what it lacks', async () => {
    await importAll(t, [anAdvisory('A', 'a'), anAdvisory('B', 'b')]);
    const result = await importAll(t, [anAdvisory('B', 'b'), { id: 'A', affected: 'a' }]);
    expect(result).toMatchObject({ valid: 1, skipped: 1, changed: 0 });
    expect(await stored()).toEqual(['A', 'B']);
  });

  it('of one ecosystem after another keeps both', async () => {
    await importAll(t, [anAdvisory('N', 'n'), aboutBoth('NP')]);
    expect((await importAll(t, [anAdvisory('P', 'p', {}, 'PyPI'), aboutBoth('NP')])).ecosystems).toEqual([
      'PyPI',
    ]);
    expect(await stored()).toEqual(['N', 'NP', 'NP', 'P']);
  });

  it('skips a record with more about packages than 4 MiB', async () => {
    const affected = Array.from({ length: 20_000 }, (_, index) => ({
      package: { ecosystem: 'npm', name: `p-${index}` },
      versions: ['1.0.0'],
    }));
    const result = await importAll(t, [anAdvisory('A', 'a'), anAdvisory('B', 'b', { affected })]);
    expect(result).toMatchObject({ valid: 1, skipped: 1 });
    expect(await stored()).toEqual(['A']);
  });

  it('deletes withdrawn advisories, and packages that one is no longer about', async () => {
    await importAll(t, [anAdvisory('A', 'a'), anAdvisory('B', 'b')]);
    const changed = [anAdvisory('A', 'a', { withdrawn: '2026-02-01T00:00:00Z' }), anAdvisory('B', 'b2')];
    await importAt(t, await fileWith(JSON.stringify(changed)));
    expect(await t.rows('SELECT id, package_key FROM advisory')).toEqual([{ id: 'B', package_key: 'b2' }]);
  });

  it('of a JSON file adds to what is stored', async () => {
    await importAll(t, [anAdvisory('A', 'a')]);
    await importAt(t, await fileWith(JSON.stringify(anAdvisory('B', 'b'))));
    expect(await stored()).toEqual(['A', 'B']);
  });

  it('of 10,000 advisories takes a constant number of statements per 1,000', async () => {
    const records = Array.from({ length: 10_000 }, (_, index) => anAdvisory(`A-${index}`, `a-${index}`));
    const path = await fileWith(exportOf(records));
    const [imports, uow] = [t.app.get(AdvisoryImports), t.app.get(UnitOfWork)];
    const statements = async (work: () => Promise<unknown>): Promise<number> => {
      let count = 0;
      const rows = uow.rows.bind(uow);
      uow.rows = (sql, parameters) => {
        count += 1;
        return rows(sql, parameters);
      };
      await work();
      uow.rows = rows;
      return count;
    };
    expect(imports).toBeDefined();
    const [few, many] = [
      await statements(async () => importAt(t, await fileWith(exportOf(records.slice(0, 1000))), 'few')),
      await statements(() => importAt(t, path)),
    ];
    expect((many - few) / 9).toBeLessThanOrEqual(5);
    expect(await statements(() => importAt(t, path))).toBeLessThan(many);
    const [{ count } = { count: 0 }] = await t.rows<{ count: number }>(
      `SELECT advisory_count AS count FROM advisory_source WHERE name = 'import'`,
    );
    expect(count).toBe(10_000);
  });
});

describe('a lookup', () => {
  const find = (...names: readonly string[]) =>
    t.app.get(AdvisoryLookups).find(names.map((name) => ({ ecosystem: 'npm', name })));

  it('finds nothing before the first import', async () => {
    expect(await find('a')).toBeUndefined();
  });

  it('finds the advisories about the packages, and what the whole table covers', async () => {
    await importAll(t, [anAdvisory('A', 'a'), anAdvisory('B', 'b'), anAdvisory('P', 'a', {}, 'PyPI')]);
    await importAll(
      t,
      [anAdvisory('A', 'a', { modified: '2026-02-01T00:00:00Z', summary: 'newer' })],
      'other',
    );
    expect(await find('a', 'c', 'a\0')).toMatchObject({
      records: [{ id: 'A', summary: 'newer' }],
      day: '2026-02-01',
      ecosystems: ['PyPI', 'npm'].sort(),
      size: 4,
    });
  });

  it('covers an ecosystem once an advisory is about it alone', async () => {
    await importAll(t, [anAdvisory('N', 'n'), aboutBoth('NP')]);
    const answer = await t.app.get(AdvisoryLookups).find([{ ecosystem: 'PyPI', name: 'both' }]);
    expect(answer).toMatchObject({ records: [{ id: 'NP' }], ecosystems: ['npm'] });
  });
});

describe('the MCPs to analyze again', () => {
  it('are those with dependencies of an ecosystem that was not covered before', async () => {
    const mcp = await dependingOn('other@1.0.0');
    await dependingOn();
    await importAll(t, [anAdvisory('A', 'a')]);
    expect(await rechecked()).toEqual([mcp.id]);
  });

  it('are those with a version that a new, changed or withdrawn advisory affects, each once', async () => {
    await importAll(t, [anAdvisory('Z', 'z')]);
    const affected = await dependingOn('a@1.0.0', 'a@1.5.0', 'b@1.0.0');
    await dependingOn('a@2.0.0');
    await dependingOn('c@1.0.0');
    await importAll(t, [anAdvisory('Z', 'z'), anAdvisory('A', 'a'), anAdvisory('B', 'b')]);
    expect(await rechecked()).toEqual([affected.id]);
    await importAll(t, [anAdvisory('Z', 'z'), anAdvisory('A', 'a', { summary: 'x' }), anAdvisory('B', 'b')]);
    expect(await rechecked()).toEqual([affected.id]);
    await importAll(t, [anAdvisory('Z', 'z'), anAdvisory('A', 'a', { summary: 'x' })]);
    expect(await rechecked()).toEqual([affected.id]);
    await importAll(t, [anAdvisory('Z', 'z'), anAdvisory('A', 'a', { summary: 'x' })]);
    expect(await rechecked()).toEqual([]);
  });

  it('get one job each for their newest version, and none before they have a result', async () => {
    await importAll(t, [anAdvisory('Z', 'z')]);
    const [analyzed, failed] = [await dependingOn('a@1.0.0'), await dependingOn('a@1.0.0')];
    await analyzed.version({ status: 'CERTIFIED' });
    const newest = await analyzed.version({ status: 'NOT_CERTIFIED' });
    await failed.version({ status: 'FAILED' });
    await importAll(t, [anAdvisory('Z', 'z'), anAdvisory('A', 'a')]);
    const run = (): Promise<void> => t.app.get(AdvisoryRecheckJob).run(new AbortController().signal);
    await Promise.all([run(), run()]);
    expect(await t.rows('SELECT version_id AS id, reason FROM analysis_job')).toEqual([
      { id: newest.id, reason: 'advisories' },
    ]);
    expect(await rechecked()).toEqual([]);
  });

  it('wait while they are being analyzed', async () => {
    const mcp = await dependingOn('a@1.0.0');
    const { id } = await mcp.version({ status: 'ANALYZING' });
    await t.rows(
      `INSERT INTO analysis_job (id, version_id, mcp_id, reason, status, run_after, created_at)
       VALUES (gen_random_uuid(), $1, $2, 'ingest', 'RUNNING', now(), now())`,
      [id, mcp.id],
    );
    await importAll(t, [anAdvisory('A', 'a')]);
    expect(await rechecked()).toEqual([]);
    await t.rows(`UPDATE analysis_job SET status = 'SUCCEEDED'`);
    expect(await rechecked()).toEqual([mcp.id]);
  });
});
