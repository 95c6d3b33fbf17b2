import { createHash } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { resolveSource, type SourceOptions } from '../src/fetch-source.js';
import { defaultRegistry, readNpmSettings } from '../src/npm/npm-settings.js';
import type { NpmSpec } from '../src/source-spec.js';
import { fetched, refused, type Refusal } from './support/fetching.js';
import { body, json, Listener, redirectTo, slow, truncated, type Answer } from './support/listener.js';

const SPEC: NpmSpec = { kind: 'npm', name: '@acme/files', version: '1.0.0' };
const VERSIONS = '/@acme%2ffiles';
const TARBALL = '/@acme/files/-/files-1.0.0.tgz';
const BYTES = gzipSync('whatever the registry has');

const digest = (bytes: Buffer, algorithm = 'sha512'): string =>
  `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`;

interface Setup {
  readonly dist?: Readonly<Record<string, unknown>>;
  readonly tarball?: Answer;
  readonly name?: string;
}

/** A registry with two versions of one package, and the options to fetch from it. */
async function registryWith({ dist = {}, tarball = body(BYTES), name = SPEC.name }: Setup = {}): Promise<{
  registry: Listener;
  options: SourceOptions;
}> {
  const answers: Record<string, Answer> = { [TARBALL]: tarball };
  const registry = await Listener.start(answers);
  const versionOf = (version: string): object => ({
    name,
    version,
    dist: { tarball: `${registry.origin}${TARBALL}`, integrity: digest(BYTES), ...dist },
  });
  answers[VERSIONS] = json({
    name,
    'dist-tags': { latest: '1.0.0', next: '2.0.0-rc.1' },
    versions: { '1.0.0': versionOf('1.0.0'), '2.0.0-rc.1': versionOf('2.0.0-rc.1') },
  });
  return { registry, options: { npm: { registry: `${registry.origin}/` } } };
}

async function refusalOf(setup: Setup, options: SourceOptions = {}): Promise<Refusal> {
  return await refused(SPEC, { ...(await registryWith(setup)).options, ...options });
}

describe('an npm package is refused', () => {
  it('when its bytes are not those whose digest the registry states', async () => {
    for (const dist of [
      { integrity: digest(Buffer.from('other')) },
      { integrity: undefined, shasum: createHash('sha1').update('other').digest('hex') },
    ])
      expect(await refusalOf({ dist })).toMatchObject({ code: 'integrity', left: [] });
    const unusual: Answer = (_request, response) => response.writeHead(203).end('other');
    expect(await refusalOf({ tarball: unusual })).toMatchObject({ code: 'integrity', left: [] });
  });

  it('when the registry states no digest, or answers with another package', async () => {
    expect(await refusalOf({ dist: { integrity: undefined } })).toMatchObject({
      code: 'integrity',
      left: [],
    });
    expect(await refusalOf({ name: '@acme/other' })).toMatchObject({
      code: 'unavailable',
      isRetryable: false,
    });
  });

  it('when its archive is elsewhere at an address that is not public', async () => {
    const other = await Listener.start({ '/x.tgz': body(BYTES) });
    for (const tarball of [
      `${other.origin}/x.tgz`,
      `https://${other.host}/x.tgz`,
      `http://localhost:${other.port}/x.tgz`,
      'http://example.com/x.tgz',
      'https://10.0.0.1/x.tgz',
      'https://169.254.169.254/x.tgz',
      'https://[::ffff:127.0.0.1]/x.tgz',
      'https://user:word@example.com/x.tgz',
    ]) {
      expect({ tarball, ...(await refusalOf({ dist: { tarball } })) }).toMatchObject({
        tarball,
        code: 'refused_address',
        left: [],
      });
    }
    for (const tarball of ['file:///etc/passwd', 'git+ssh://git@github.com/acme/files.git', '/etc/passwd', 7])
      expect(await refusalOf({ dist: { tarball } })).toMatchObject({ left: [] });
    for (const location of [`${other.origin}/x.tgz`, 'http://10.0.0.1/x.tgz', 'https://10.0.0.1/x.tgz'])
      expect(await refusalOf({ tarball: redirectTo(location) })).toMatchObject({
        code: 'refused_address',
        left: [],
      });
    expect(other.connections).toBe(0);
  });

  it('when a public name of its archive has a private address', async () => {
    const names: string[] = [];
    const dist = { tarball: 'https://cdn.example.com/x.tgz' };
    const refusal = await refusalOf(
      { dist },
      {
        lookup: (name, _options, callback) => {
          names.push(name);
          callback(null, [{ address: '10.0.0.1', family: 4 }]);
        },
      },
    );
    expect(refusal).toMatchObject({ code: 'refused_address', left: [] });
    expect(names).toEqual(['cdn.example.com']);
  });

  it('when its registry redirects in circles', async () => {
    expect(await refusalOf({ tarball: redirectTo(TARBALL) })).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('too many redirects'),
      left: [],
    });
  });

  it('when it is too large, cut off or slow', async () => {
    const large = { limits: { archiveBytes: 10 } };
    expect(await refusalOf({}, large)).toMatchObject({ code: 'too_large', left: [] });
    expect((await refusalOf({ tarball: truncated(BYTES) })).code).toMatch(/unavailable|integrity/);
    for (const setup of [{ tarball: slow(BYTES) }, { tarball: () => undefined }])
      expect(await refusalOf(setup, { limits: { time: 500 } })).toMatchObject({ code: 'timeout', left: [] });
  });

  it('when there is none, or no such version', async () => {
    const { options } = await registryWith();
    for (const spec of [
      { ...SPEC, name: 'other' },
      { ...SPEC, version: '9.9.9' },
      { ...SPEC, version: 'beta' },
    ])
      expect(await refused(spec, options)).toMatchObject({ code: 'not_found', isRetryable: false, left: [] });
  });

  it('when the registry fails', async () => {
    const failing = await Listener.start({
      [VERSIONS]: (_request, response) => response.writeHead(503).end(),
    });
    const npm = { registry: failing.origin };
    expect(await refused(SPEC, { npm })).toMatchObject({ code: 'unavailable', isRetryable: true });
    await failing.close();
    expect(await refused(SPEC, { npm })).toMatchObject({ code: 'unavailable', isRetryable: true });
    const silly = await Listener.start({ [VERSIONS]: body('<html>') });
    expect(await refused(SPEC, { npm: { registry: silly.origin } })).toMatchObject({ code: 'unavailable' });
  });
});

describe('an npm package', () => {
  it('is the archive of the registry, byte for byte', async () => {
    const { registry, options } = await registryWith();
    expect(await fetched(SPEC, options)).toMatchObject({
      bytes: BYTES,
      size: BYTES.length,
      sha256: createHash('sha256').update(BYTES).digest('hex'),
      package: { name: '@acme/files', version: '1.0.0' },
    });
    expect(registry.paths).toEqual([VERSIONS, TARBALL]);
    // Each is checked as it is made.
    expect(registry.connections).toBe(2);
  });

  it('can have a SHA-1 alone, as old ones do', async () => {
    const shasum = createHash('sha1').update(BYTES).digest('hex');
    const { options } = await registryWith({ dist: { integrity: undefined, shasum } });
    expect((await fetched(SPEC, options)).bytes).toEqual(BYTES);
  });

  it('is resolved from a tag or range to its exact version', async () => {
    const { registry, options } = await registryWith();
    for (const [version, exact] of [
      ['latest', '1.0.0'],
      ['next', '2.0.0-rc.1'],
      ['^1.0.0', '1.0.0'],
    ] as const)
      expect(await resolveSource({ ...SPEC, version }, options)).toEqual({ ...SPEC, version: exact });
    expect(registry.paths).toEqual([VERSIONS, VERSIONS, VERSIONS]);
  });
});

describe('npm’s configuration', () => {
  async function settingsOf(
    npmrc: string,
    variables: Record<string, string> = {},
  ): Promise<SourceOptions['npm']> {
    const home = await mkdtemp(join(tmpdir(), 'mcp-sources-'));
    await writeFile(join(home, '.npmrc'), npmrc);
    return await readNpmSettings({ HOME: home, PATH: '', ...variables });
  }

  it('names the registries, which alone may be private and get their credentials', async () => {
    const { registry } = await registryWith();
    const moved = await Listener.start({ '/x.tgz': body(BYTES) });
    const npm = await settingsOf(
      `@acme:registry=${registry.origin}/\n//${registry.host}/:_authToken=sesame\nbefore=2001-01-01\noffline=true\n`,
    );
    await fetched(SPEC, npm && { npm });
    expect(registry.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer sesame',
      'Bearer sesame',
    ]);
    expect(Object.keys(npm ?? {})).not.toContain('before');
    expect(moved.connections).toBe(0);
  });

  it('does not send credentials to another port of the registry', async () => {
    const moved = await Listener.start({ '/x.tgz': body(BYTES) });
    const { registry } = await registryWith({ tarball: redirectTo(`${moved.origin}/x.tgz`) });
    const npm = await settingsOf(`registry=${registry.origin}/\n//${registry.host}/:_authToken=sesame\n`);
    expect(await refused(SPEC, npm && { npm })).toMatchObject({ code: 'refused_address' });
    expect(moved.connections).toBe(0);
  });

  it('is not read from the folder for temporary files, where others can write', async () => {
    const { TMPDIR } = process.env;
    const temporary = await mkdtemp(join(tmpdir(), 'mcp-sources-'));
    await writeFile(join(temporary, 'npmrc'), 'registry=https://evil.example.com/\n');
    process.env['TMPDIR'] = temporary;
    try {
      expect(await settingsOf('')).toMatchObject({ registry: defaultRegistry() });
    } finally {
      if (TMPDIR === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = TMPDIR;
    }
  });

  it('can be in variables', async () => {
    const npm = await settingsOf('', { npm_config_registry: 'https://npm.example.com/' });
    expect(npm).toMatchObject({ registry: 'https://npm.example.com/' });
  });

  it('has npm’s own registry by default', async () => {
    expect(await settingsOf('')).toMatchObject({ registry: defaultRegistry() });
  });
});
