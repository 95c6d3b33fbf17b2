import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const BUILD = resolve('scripts/build.mjs');

let project: string;

beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'mcp-hub-build-'));
  await mkdir(join(project, 'src/part'), { recursive: true });
  await source('main.ts', `import { greeting } from './part/greeting.js';\nconsole.log(greeting);\n`);
  await source('part/greeting.ts', `export const greeting: string = 'hello';\n`);
  await source('part/greeting.spec.ts', `throw new Error('a test');\n`);
  await writeFile(join(project, 'package.json'), '{"type":"module"}');
});

afterEach(() => rm(project, { recursive: true, force: true }));

const source = (path: string, text: string): Promise<void> => writeFile(join(project, 'src', path), text);

/** @throws with its output when it fails */
const build = () => promisify(execFile)(process.execPath, [BUILD], { cwd: project });

const output = async (): Promise<string> =>
  (await promisify(execFile)(process.execPath, ['dist/main.js'], { cwd: project })).stdout;

const writtenAt = async (path: string): Promise<number> => (await stat(join(project, 'dist', path))).mtimeMs;

describe('npm run build', () => {
  it('compiles the sources without their tests', async () => {
    await build();
    expect(await output()).toBe('hello\n');
    expect(existsSync(join(project, 'dist/part/greeting.spec.js'))).toBe(false);
  });

  it('compiles each package into its own folder', async () => {
    await mkdir(join(project, 'packages/one/src'), { recursive: true });
    await writeFile(join(project, 'packages/one/src/index.ts'), 'export const one: number = 1;\n');
    await build();
    expect(await readFile(join(project, 'packages/one/dist/index.js'), 'utf8')).toContain('one = 1');
    expect(await output()).toBe('hello\n');
    await rm(join(project, 'packages/one/src/index.ts'));
    await build();
    expect(existsSync(join(project, 'packages/one/dist/index.js'))).toBe(false);
  });

  it('copies the JSON files that sources import', async () => {
    await source('part/words.json', '{"greeting":"good evening"}');
    await source(
      'part/greeting.ts',
      `import words from './words.json' with { type: 'json' };\nexport const { greeting } = words;\n`,
    );
    await build();
    expect(await output()).toBe('good evening\n');
    await source('part/words.json', '{"greeting":"good night"}');
    await build();
    expect(await output()).toBe('good night\n');
  });

  it('recompiles only changed sources', async () => {
    await build();
    const before = [await writtenAt('main.js'), await writtenAt('part/greeting.js')];
    await source('part/greeting.ts', `export const greeting = 'good day';\n`);
    await build();
    expect(await output()).toBe('good day\n');
    expect(await writtenAt('main.js')).toBe(before[0]);
    expect(await writtenAt('part/greeting.js')).toBeGreaterThan(before[1] ?? Infinity);
  });

  it('recompiles outputs that were changed or deleted', async () => {
    await build();
    await writeFile(join(project, 'dist/part/greeting.js'), `export const greeting = 'mine';\n`);
    await rm(join(project, 'dist/main.js'));
    await build();
    expect(await output()).toBe('hello\n');
  });

  it('deletes outputs without a source', async () => {
    await build();
    await source('main.ts', `console.log('alone');\n`);
    await rm(join(project, 'src/part/greeting.ts'));
    await build();
    expect(existsSync(join(project, 'dist/part/greeting.js'))).toBe(false);
    expect(existsSync(join(project, 'dist/part/greeting.js.map'))).toBe(false);
    expect(await output()).toBe('alone\n');
  });

  it('exits with 1 and the location of a syntax error, and keeps the previous output', async () => {
    await build();
    await source('part/greeting.ts', `export const greeting = ;\n`);
    await expect(build()).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/Expression expected[^]*src\/part\/greeting\.ts:1:1/),
    });
    expect(await output()).toBe('hello\n');
  });

  it('reports progress when it takes a moment', async () => {
    for (let index = 0; index < 50; index += 1) {
      await cp(join(project, 'src/part/greeting.ts'), join(project, `src/part/greeting-${index}.ts`));
    }
    const { stdout, stderr } = await build();
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^compiling 52 files … done in \d+\.\d s\n$/);
    expect((await build()).stderr).toBe('');
    expect(await readFile(join(project, 'dist/part/greeting-7.js'), 'utf8')).toContain('hello');
  });
});
