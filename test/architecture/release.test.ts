import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

// The files that the script reads and writes, copied from the project.
const FILES = [
  'package.json',
  'package-lock.json',
  'packages/analyzer/package.json',
  'packages/analyzer/README.md',
  'packages/sources/package.json',
  'Dockerfile',
  'docs/openapi',
  'scripts',
];
const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n';
const RELEASED = 'docs/openapi/released/v1.yaml';

let folder: string;
let environment: NodeJS.ProcessEnv;

const path = (name: string): string => join(folder, name);
const text = (name: string): string => readFileSync(path(name), 'utf8');
const json = (name: string): any => JSON.parse(text(name)); // eslint-disable-line @typescript-eslint/no-explicit-any

const git = (...words: string[]): string =>
  execFileSync('git', words, { cwd: folder, env: environment, encoding: 'utf8', stdio: 'pipe' }).trim();

function commit(name: string, content: string): void {
  writeFileSync(path(name), content);
  git('add', '--all');
  git('commit', '--quiet', '--message', 'test: change');
}

function release(...words: string[]): { code: number | null; output: string; error: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/release.mjs', ...words], {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
  });
  return { code: status, output: stdout, error: stderr.trim() };
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-hub-release-'));
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  environment = {
    ...Object.fromEntries(own),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_NAME: 'Test',
    GIT_AUTHOR_EMAIL: 'test@example.com',
    GIT_COMMITTER_NAME: 'Test',
    GIT_COMMITTER_EMAIL: 'test@example.com',
  };
  for (const name of FILES) cpSync(name, path(name), { recursive: true });
  for (const name of ['registry.yaml', 'v1.yaml']) {
    cpSync(`docs/openapi/${name}`, path(`docs/openapi/released/${name}`));
  }
  writeFileSync(
    path('package.json'),
    `${JSON.stringify({ ...json('package.json'), version: '0.1.0' }, null, 2)}\n`,
  );
  symlinkSync(resolve('node_modules'), path('node_modules'));
  writeFileSync(path('.gitignore'), '/node_modules\n');
  git('init', '--quiet', '--initial-branch=main');
  commit('CHANGELOG.md', CHANGELOG);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('npm run release', () => {
  it('gives the product, its packages and its image one version', () => {
    commit('docs/openapi/v1.yaml', 'openapi: 3.0.0\n');
    expect(release('1.2.0')).toMatchObject({ code: 0, error: '' });
    expect(json('package.json')).toMatchObject({
      version: '1.2.0',
      dependencies: { '@mcp-hub/analyzer': '1.2.0', '@mcp-hub/sources': '1.2.0' },
    });
    expect(json('packages/analyzer/package.json')).toMatchObject({
      version: '1.2.0',
      peerDependencies: { '@mcp-hub/sources': '1.2.0' },
    });
    expect(json('packages/sources/package.json').version).toBe('1.2.0');
    const { version, packages } = json('package-lock.json');
    expect(version).toBe('1.2.0');
    expect(packages['']).toMatchObject({ version: '1.2.0', dependencies: { '@mcp-hub/analyzer': '1.2.0' } });
    expect(packages['packages/analyzer'].version).toBe('1.2.0');
    expect(text('Dockerfile')).toContain('\nARG VERSION=1.2.0\n');
    expect(text('packages/analyzer/README.md')).toContain('mcp-hub-analyzer-1.2.0.tgz');
  });

  it('dates the section of the changelog, copies the OpenAPI documents, commits and tags', () => {
    commit('docs/openapi/v1.yaml', 'openapi: 3.0.0\n');
    release('1.2.0');
    const today = new Date().toISOString().slice(0, 10);
    expect(text('CHANGELOG.md')).toBe(
      `# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - ${today}\n\n### Added\n\n- A thing.\n`,
    );
    expect(text(RELEASED)).toBe('openapi: 3.0.0\n');
    expect(git('status', '--porcelain')).toBe('');
    expect(git('log', '-1', '--format=%s %D')).toBe('release: 1.2.0 HEAD -> main, tag: v1.2.0');
    expect(git('cat-file', '-t', 'v1.2.0')).toBe('tag');
  });

  it('changes nothing else in these files', () => {
    release('99.0.0');
    const changed = git('diff', '--numstat', 'HEAD^', 'HEAD')
      .split('\n')
      .map((line) => line.replaceAll('\t', ' '));
    expect(changed).toEqual([
      '2 0 CHANGELOG.md',
      '1 1 Dockerfile',
      '8 8 package-lock.json',
      '3 3 package.json',
      '1 1 packages/analyzer/README.md',
      '2 2 packages/analyzer/package.json',
      '2 2 packages/sources/package.json',
    ]);
  });

  it('changes nothing with --dry-run', () => {
    const head = git('rev-parse', 'HEAD');
    const { code, output } = release('1.2.0', '--dry-run');
    expect(code).toBe(0);
    expect(output).toContain('package-lock.json\nDockerfile\n');
    expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')]).toEqual([head, '', '']);
  });

  it('prints its usage', () => {
    expect(release('--help')).toMatchObject({ code: 0, output: expect.stringMatching(/^usage: .*VERSION/) });
    expect(release()).toMatchObject({ code: 1, error: expect.stringContaining('name one version') });
  });

  describe('refuses', () => {
    const refused = (error: string): unknown => ({ code: 1, output: '', error });

    it.each(['1.2', 'v1.2.0', 'next', '1.2.0+build'])('%s, which is not a version', (version) => {
      expect(release(version)).toEqual(refused(`"${version}" is no version like 1.2.0`));
    });

    it('changes that are not committed', () => {
      writeFileSync(path('new.txt'), '');
      expect(release('1.2.0')).toEqual(refused('there are changes that are not committed'));
    });

    it('another branch', () => {
      git('switch', '--quiet', '--create', 'feature');
      expect(release('1.2.0')).toEqual(refused('releases are made on the branch main, this is feature'));
    });

    it('a detached HEAD', () => {
      git('switch', '--quiet', '--detach');
      expect(release('1.2.0')).toEqual(refused('releases are made on the branch main, this is no branch'));
    });

    it.each(['1.2.0', '1.1.9', '1.2.0-rc.1'])('%s after 1.2.0', (version) => {
      release('1.2.0');
      commit('CHANGELOG.md', CHANGELOG);
      expect(release(version)).toEqual(refused(`${version} is not higher than 1.2.0`));
    });

    it('a version below that of package.json', () => {
      expect(release('0.0.1')).toEqual(refused('0.0.1 is lower than 0.1.0 in package.json'));
    });

    it('a release without a change', () => {
      release('1.2.0');
      expect(release('1.3.0')).toEqual(refused('the unreleased section of CHANGELOG.md is empty'));
    });

    it.each([
      ['1.2.0', '1.3.0'],
      ['0.2.0', '0.2.1'],
    ])('breaking changes from %s to %s', (last, version) => {
      release(last);
      commit('CHANGELOG.md', '## [Unreleased]\n\n### Breaking\n\n- `GET /v1/login` is gone.\n');
      const why = `CHANGELOG.md names breaking changes, which ${version} after ${last} does not announce`;
      expect(release(version)).toEqual(refused(why));
    });

    it('a file without a version, and leaves the others unchanged', () => {
      commit('Dockerfile', 'FROM scratch\n');
      expect(release('1.2.0')).toMatchObject({
        code: 1,
        error: expect.stringContaining('Dockerfile has no'),
      });
      expect(git('status', '--porcelain')).toBe('');
    });

    it('what git refuses to commit, and leaves everything unchanged', () => {
      mkdirSync(path('.git/hooks'), { recursive: true });
      writeFileSync(path('.git/hooks/pre-commit'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
      expect(release('1.2.0').code).toBe(1);
      expect(git('status', '--porcelain')).toBe('');
    });
  });

  it.each([
    ['1.2.0', '2.0.0'],
    ['0.2.0', '0.3.0'],
  ])('accepts breaking changes from %s to %s', (last, version) => {
    release(last);
    commit('CHANGELOG.md', '## [Unreleased]\n\n### Breaking\n\n- `GET /v1/login` is gone.\n');
    expect(release(version)).toMatchObject({ code: 0 });
  });
});
