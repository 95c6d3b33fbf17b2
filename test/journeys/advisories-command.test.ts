import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anAdvisory, exportOf, fileWith, folderWith } from '../support/advisories.js';
import type { CommandOutcome } from '../support/command-host.js';
import { ServerHome } from '../support/server-home.js';

let home: ServerHome;
beforeAll(async () => {
  home = await ServerHome.open();
});
afterAll(() => home.close());

const advisories = (words: string): Promise<CommandOutcome> => home.command(`advisories ${words}`);
const listed = async (): Promise<unknown> => JSON.parse((await advisories('list --json')).stdout);

describe('npm run cli advisories', () => {
  it('refuses what cannot be imported, says why, and changes nothing', async () => {
    const folder = await folderWith({
      'a.json': '{"packages": []}',
      'a.zip': 'PK\u0003\u0004',
      'a.txt': 'x',
    });
    for (const [name, reason] of [
      ['missing.zip', 'there is no such file or folder'],
      ['a.json', 'the top level must be an OSV record'],
      ['a.zip', 'the zip is broken'],
      ['a.txt', 'it is neither JSON nor JSON lines'],
      ['.', 'the zip is broken'],
    ] as const) {
      const path = join(folder, name);
      const { code, stdout, stderr } = await advisories(`import ${path}`);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(new RegExp(`^${path} cannot be imported: .*${reason}`));
      expect(stderr).not.toContain('    at ');
    }
    const path = await fileWith(exportOf([anAdvisory('A', 'a')]));
    for (const words of ['import', `import ${path} --source `, `import ${path} --source ${'x'.repeat(201)}`])
      expect((await advisories(words)).code).toBe(1);
    expect(await listed()).toEqual([]);
  });

  it('imports an export while a server runs, and lists it', async () => {
    const { client } = await home.start();
    const records = [anAdvisory('A', 'a'), anAdvisory('B', 'b'), { id: 'C', affected: 'c' }];
    expect(await advisories(`import ${await fileWith(exportOf(records))}`)).toMatchObject({
      code: 0,
      stdout: 'imported 2 advisories into import: 2 changes, 1 invalid records skipped\n',
    });
    expect((await client.get('/healthz')).status).toBe(200);
    const added = await advisories(
      `import ${await fileWith(JSON.stringify(anAdvisory('D', 'd')))} --source own --json`,
    );
    expect(JSON.parse(added.stdout)).toEqual({
      source: 'own',
      advisories: 1,
      skipped: 0,
      changed: 1,
      ecosystems: ['npm'],
    });
    const source = {
      ecosystems: ['npm'],
      newest_advisory: '2026-01-31',
      imported_at: expect.any(String),
      checked_at: expect.any(String),
      failures: 0,
      last_error: null,
    };
    expect(await listed()).toEqual([
      { ...source, name: 'import', advisories: 2, skipped: 1 },
      { ...source, name: 'own', advisories: 1, skipped: 0 },
    ]);
    expect((await advisories('list')).stdout).toMatch(
      /^import\tnpm\t2 advisories\tnewest 2026-01-31\tchecked \S+Z\nown\tnpm\t1 advisories\t/,
    );
  });
});
