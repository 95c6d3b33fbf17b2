import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

let folder: string;
let environment: NodeJS.ProcessEnv;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-hub-hooks-'));
  // Without the settings of the machine and of a hook that runs these tests.
  const own = Object.entries(process.env).filter(([name]) => name !== 'CI' && !name.startsWith('GIT_'));
  environment = {
    ...Object.fromEntries(own),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    HOME: folder,
  };
  for (const name of ['.githooks', 'scripts/use-git-hooks.cjs', 'scripts/check-staged.mjs']) {
    cpSync(name, join(folder, name), { recursive: true });
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const git = (...words: string[]): string =>
  execFileSync('git', words, { cwd: folder, env: environment, encoding: 'utf8', stdio: 'pipe' }).trim();

/** Runs the last step of `npm ci`, and returns the hooks folder in git's configuration. */
function prepare(changes: NodeJS.ProcessEnv = {}): string {
  const env = { ...environment, ...changes };
  const { status, stderr } = spawnSync(process.execPath, ['scripts/use-git-hooks.cjs'], { cwd: folder, env });
  expect([status, String(stderr)]).toEqual([0, '']);
  return spawnSync('git', ['config', 'core.hooksPath'], {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
  }).stdout.trim();
}

describe('npm ci in a clone', () => {
  it('makes git run the hooks of the repository', () => {
    git('init', '--quiet');
    expect(prepare()).toBe('.githooks');
    expect(prepare()).toBe('.githooks');
  });

  it('changes nothing in CI', () => {
    git('init', '--quiet');
    expect(prepare({ CI: 'true' })).toBe('');
  });

  it('changes nothing where git is missing', () => {
    git('init', '--quiet');
    expect(prepare({ PATH: join(folder, 'nothing') })).toBe('');
  });

  it('changes nothing in a folder that is not a clone, in a repository of others', () => {
    git('init', '--quiet');
    const inner = join(folder, 'node_modules/mcp-hub');
    cpSync(join(folder, 'scripts'), join(inner, 'scripts'), { recursive: true });
    cpSync(join(folder, '.githooks'), join(inner, '.githooks'), { recursive: true });
    execFileSync(process.execPath, ['scripts/use-git-hooks.cjs'], { cwd: inner, env: environment });
    expect(git('config', '--default', 'none', 'core.hooksPath')).toBe('none');
  });

  it('keeps a configured hooks folder', () => {
    git('init', '--quiet');
    git('config', 'core.hooksPath', 'hooks');
    expect(prepare()).toBe('hooks');
  });

  it('keeps existing hooks of the clone', () => {
    git('init', '--quiet', '--template=');
    mkdirSync(join(folder, '.git/hooks'), { recursive: true });
    writeFileSync(join(folder, '.git/hooks/pre-commit'), '#!/bin/sh\n', { mode: 0o755 });
    expect(prepare()).toBe('');
  });
});

describe('the pre-commit hook', () => {
  beforeEach(() => {
    git('init', '--quiet');
    git('config', 'user.name', 'Test');
    git('config', 'user.email', 'test@example.com');
    prepare();
  });

  const commit = (): { code: number | null; output: string } => {
    const { status, stdout, stderr } = spawnSync('git', ['commit', '-m', 'test: try'], {
      cwd: folder,
      env: environment,
      encoding: 'utf8',
    });
    return { code: status, output: stdout + stderr };
  };

  it('accepts commits before npm ci', () => {
    environment = { ...environment, PATH: '/usr/bin:/bin' };
    writeFileSync(join(folder, 'a.mjs'), 'bad  (');
    git('add', 'a.mjs');
    expect(commit()).toMatchObject({ code: 0, output: expect.stringContaining('before npm ci') });
  });

  it.each([
    ['format', 'a.mjs', 'export const a   = 1;\n', 'a.mjs'],
    ['lint', 'b.mjs', 'const unused = 1;\n', 'no-unused-vars'],
    ['types', 'c.ts', "export const c: number = '1';\n", 'TS2322'],
  ])('refuses a commit with wrong %s, and accepts it once fixed', (_what, name, text, message) => {
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, '.oxlintrc.json'), '{ "rules": { "no-unused-vars": "error" } }\n');
    writeFileSync(join(folder, '.oxfmtrc.json'), '{ "singleQuote": true }\n');
    writeFileSync(
      join(folder, 'tsconfig.json'),
      '{ "compilerOptions": { "noEmit": true, "strict": true, "types": [] }, "include": ["*.ts"] }\n',
    );
    writeFileSync(join(folder, name), text);
    git('add', name);
    expect(commit()).toMatchObject({ code: 1, output: expect.stringContaining(message) });
    writeFileSync(join(folder, name), 'export const a = 1;\n');
    git('add', name);
    expect(commit()).toMatchObject({ code: 0 });
  });

  it('ignores unstaged changes', () => {
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'tsconfig.json'), '{}\n');
    writeFileSync(join(folder, 'a.md'), 'A text.\n');
    writeFileSync(join(folder, 'b.ts'), 'wrong  (');
    git('add', 'a.md');
    expect(commit()).toMatchObject({ code: 0 });
  });
});
