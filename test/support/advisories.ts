import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { AdvisoryImports } from '../../src/hub/analysis/advisories/advisory-imports.js';
import {
  checkExport,
  exportAt,
  storeExport,
  type ImportedExport,
} from '../../src/hub/analysis/advisories/import-osv-export.js';
import type { TestApp } from './test-app.js';
import { zipOf } from './zips.js';

/** An advisory about versions of a package below `fixed`. */
export const anAdvisory = (id: string, name: string, change: object = {}, ecosystem = 'npm'): object => ({
  id,
  modified: '2026-01-31T00:00:00Z',
  summary: `${name} is vulnerable`,
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
  affected: [
    {
      package: { ecosystem, name },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '2.0.0' }] }],
    },
  ],
  ...change,
});

/** An export as OSV publishes it: a zip with a file for each advisory. */
export const exportOf = (records: readonly object[]): Buffer =>
  zipOf(records.map((record, index) => ({ name: `${index}.json`, content: JSON.stringify(record) })));

/** A new folder with files. */
export async function folderWith(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-hub-advisories-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

/** A new file. */
export const fileWith = async (content: string | Buffer): Promise<string> =>
  join(await folderWith({ export: content }), 'export');

/** Imports an export at a path, as the command and the job do. */
export async function importAt(t: TestApp, path: string, name = 'import'): Promise<ImportedExport> {
  const imports = t.app.get(AdvisoryImports);
  const access = { step: <T>(work: (imports: AdvisoryImports) => Promise<T>) => work(imports) };
  const found = await exportAt(path);
  await checkExport(found, access);
  const end = { validators: { etag: null, lastModified: null }, nextInHours: null };
  return storeExport(await imports.start(name), found, end, access);
}

/** Imports a full export with these advisories. */
export const importAll = async (
  t: TestApp,
  records: readonly object[],
  name = 'import',
): Promise<ImportedExport> => importAt(t, await fileWith(exportOf(records)), name);
