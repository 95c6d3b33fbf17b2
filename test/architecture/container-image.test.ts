import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { LIMIT_KEYS } from '../../src/config/limits.js';
import { composeService } from '../support/compose.js';
import { copiesOf, dockerfileStages, imageStage, pairsOf, textsOf } from '../support/dockerfile.js';

const stages = dockerfileStages();
const image = imageStage();
const { version, description, license } = JSON.parse(readFileSync('package.json', 'utf8'));

describe('the Dockerfile', () => {
  const first = (path: string): string | undefined => path.split('/')[0];
  const ignored = readFileSync('.dockerignore', 'utf8').trim().split('\n');

  it('copies only existing files that .dockerignore includes', () => {
    expect(ignored[0]).toBe('*');
    const through = ignored.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    const sources = stages
      .flatMap(copiesOf)
      .filter(({ from }) => from === undefined)
      .map(({ source }) => source);
    expect(sources).toContain('src');
    for (const source of sources) {
      expect([source, existsSync(source)]).toEqual([source, true]);
      expect(through.map(first)).toContain(first(source));
    }
    // The build context contains nothing unused.
    for (const name of through.map(first)) expect(sources.map(first)).toContain(name);
  });

  it('copies from stages that exist', () => {
    const names = stages.map(({ name }) => name).filter((name) => name !== '');
    for (const { from } of stages.flatMap(copiesOf)) if (from !== undefined) expect(names).toContain(from);
  });

  it('ends with an image whose base has no npm, and whose Node.js is the one of npm ci', () => {
    expect(image.base).toMatch(/^debian:/);
    const install = textsOf(stages.find(({ name }) => name === 'dependencies') ?? image, 'RUN').join();
    expect(install).toMatch(/npm ci .*--omit=dev .*mv node_modules\/node-linux-\*\/bin\/node \.\/node/);
    expect(copiesOf(image)).toContainEqual({
      from: 'dependencies',
      source: '/app/node',
      target: '/usr/local/bin/node',
    });
    expect(textsOf(image, 'RUN').join()).not.toMatch(/npm|curl/);
  });

  it('installs the browser that prints reports from Debian, and leaves out the packaged one', () => {
    const install = textsOf(image, 'RUN').find((text) => text.includes('apt-get'));
    expect(install).toMatch(/--no-install-recommends .*\bchromium\b.*rm -rf \/var\/lib\/apt\/lists/);
    const dependencies = textsOf(stages.find(({ name }) => name === 'dependencies') ?? image, 'RUN').join();
    expect(dependencies).toContain('node_modules/@sparticuz');
    expect(pairsOf(image, 'ENV')).toMatchObject({
      PUPPETEER_EXECUTABLE_PATH: '/usr/bin/chromium',
      REPORTS_BROWSER_SANDBOX: 'false',
    });
  });

  it('has the packages’ dependencies in the only node_modules that it copies', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    expect(Object.keys(packages).filter((path) => /^packages\/.*node_modules/.test(path))).toEqual([]);
  });

  it('builds on the same release of Debian and the same major version of Node.js as it runs on', () => {
    const [, release] = /^debian:(\w+)-slim$/.exec(image.base) ?? [];
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    for (const architecture of ['x64', 'arm64']) {
      const [major] = packages[`node_modules/node-linux-${architecture}`].version.split('.');
      for (const { base } of stages.slice(0, -1)) expect(base).toBe(`node:${major}-${release}-slim`);
    }
  });
});

describe('the image', () => {
  it('runs as an unprivileged user, with node as the main process, which receives SIGTERM', () => {
    expect(textsOf(image, 'USER')).toEqual(['node']);
    expect(textsOf(image, 'CMD')).toEqual(['["node", "--max-semi-space-size=16", "dist/main.js"]']);
    expect(textsOf(image, 'ENTRYPOINT')).toEqual([]);
    expect(textsOf(image, 'STOPSIGNAL')).toEqual(['SIGTERM']);
  });

  it('has a health check that starts no process', () => {
    expect(textsOf(image, 'HEALTHCHECK')).toEqual([]);
  });

  it('has the labels of OCI images', () => {
    const { instructions } = image;
    const labels = Object.entries(pairsOf(image, 'LABEL')).map(([name, value]) => [
      name.replace('org.opencontainers.image.', ''),
      value,
    ]);
    expect(Object.fromEntries(labels)).toEqual({
      title: 'mcp-hub',
      description,
      licenses: license,
      version: '${VERSION}',
      revision: '${REVISION}',
      source: '${SOURCE}',
      created: '${CREATED}',
    });
    expect(pairsOf(image, 'ARG')).toEqual({ VERSION: version, REVISION: '', SOURCE: '', CREATED: '' });
    // Another revision keeps every layer cached.
    const first = instructions.findIndex(({ keyword }) => keyword === 'ARG');
    expect(instructions.slice(first).every(({ keyword }) => ['ARG', 'LABEL'].includes(keyword))).toBe(true);
  });

  it('serves for five seconds after SIGTERM, and has enough time to stop', () => {
    const { SHUTDOWN_DRAIN_SECONDS: drain } = pairsOf(image, 'ENV');
    expect(drain).toBe('5');
    const [, grace] = /^(\d+)s$/.exec(composeService('hub').stop_grace_period ?? '') ?? [];
    const ending = 10;
    expect(Number(grace)).toBeGreaterThan(
      Number(drain) + LIMIT_KEYS['limits.request_timeout'].fallback + ending,
    );
  });
});
