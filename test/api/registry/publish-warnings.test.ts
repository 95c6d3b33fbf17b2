import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient, ApiResponse } from '../../support/api-client.js';
import {
  digestOf,
  manifestOf,
  packagePath,
  publish,
  setStatus,
  uploadBundle,
} from '../../support/builders.js';
import { goodBundle, headerOf, tarGzOf, tarOf, type TarEntry } from '../../support/bundles.js';
import { announceAndPut } from '../../support/presigned.js';
import { expectRefused } from '../../support/refusals.js';
import { S3Server } from '../../support/s3-server.js';
import { createOrganization } from '../../support/stored-artifacts.js';
import { useTestApp } from '../../support/suite.js';
import { startTestApp } from '../../support/test-app.js';
import { resolve } from '../../support/version-requests.js';

const ORG = 'warned';
/** The organization whose bundles are uploaded after the publish. */
const LATER = 'warned-later';

let admin: ApiClient;
const t = await useTestApp();
beforeAll(async () => {
  admin = await t.actors.admin();
  await createOrganization(admin, ORG);
  await createOrganization(admin, LATER);
});

interface Warning {
  readonly code: string;
  readonly message: string;
}
/** The warning codes of a response; undefined without that field. */
const codesOf = ({ status, body, text }: ApiResponse): string[] | undefined => {
  if (status !== 200) throw new Error(`refused: ${text}`);
  const warnings = body.warnings as Warning[] | undefined;
  for (const { message } of warnings ?? []) expect(message).toMatch(/^\S.{20,}$/);
  return warnings?.map(({ code }) => code);
};
const aPackage = (org = ORG): string => `${org}/p${createHash('md5').update(randomUUID()).digest('hex')}`;
const naming = (bundle: Buffer): object => ({
  bundle_digest: digestOf(bundle),
  bundle_size_bytes: bundle.length,
});

/** The warnings of a publish whose bundle was stored before. */
async function publishStored(bundle: Buffer, change: object = {}): Promise<string[] | undefined> {
  expect((await uploadBundle(admin, ORG, bundle)).status).toBe(200);
  return codesOf(await publish(admin, aPackage(), '1.0.0', { ...naming(bundle), ...change }));
}

/** The warnings of the status change to published, with the bundle uploaded after the publish. */
async function publishThenUpload(bundle: Buffer): Promise<string[] | undefined> {
  const id = aPackage(LATER);
  expect(codesOf(await publish(admin, id, '1.0.0', naming(bundle)))).toBeUndefined();
  expect((await uploadBundle(admin, LATER, bundle)).body).not.toHaveProperty('warnings');
  const warnings = codesOf(await setStatus(admin, id, '1.0.0', 'published'));
  // It is published despite warnings, which are reported once.
  expect((await resolve(admin, id, 'latest')).body.resolved.version).toBe('1.0.0');
  expect(codesOf(await setStatus(admin, id, '1.0.0', 'published'))).toBeUndefined();
  return warnings;
}

const FILE: TarEntry = { name: 'index.js', content: 'x' };
const LINK: TarEntry = { name: 'link', type: 'symlink', linkname: 'index.js' };
const HARD_LINK: TarEntry = { name: 'hard', type: 'link', linkname: 'index.js' };
const PIPE: TarEntry = { name: 'pipe', type: 'fifo' };
const HUGE = { name: 'huge', size: 1024 ** 3 + 1 };

const changed = (bytes: Buffer, at: number, text: string): Buffer => {
  const copy = Buffer.from(bytes);
  copy.write(text, at, 'latin1');
  return copy;
};
const END = Buffer.alloc(1024);

const BUNDLES: [string, string[] | undefined, () => Promise<Buffer>][] = [
  ['files and folders', undefined, () => goodBundle('a')],
  ['a long name', undefined, () => tarGzOf([{ name: `${'long/'.repeat(60)}index.js`, content: 'x' }])],
  [
    'two gzip members',
    ['bundle_ambiguous'],
    async () => {
      const tar = await tarOf([FILE, { name: 'other', content: 'y' }]);
      return Buffer.concat([gzipSync(tar.subarray(0, 700)), gzipSync(tar.subarray(700))]);
    },
  ],
  ['one file twice', undefined, () => tarGzOf([FILE, FILE])],
  ['two files of one name', ['bundle_ambiguous'], () => tarGzOf([FILE, { ...FILE, content: 'y' }])],
  ['names that differ in case', ['bundle_ambiguous'], () => tarGzOf([FILE, { ...FILE, name: 'Index.js' }])],
  ['a path out of it', ['bundle_ambiguous'], () => tarGzOf([FILE, { ...FILE, name: '../index.js' }])],
  [
    'entries after the end of the tar',
    ['bundle_ambiguous'],
    async () => gzipSync(Buffer.concat([await tarOf([FILE]), await tarOf([{ ...FILE, name: 'other' }])])),
  ],
  [
    'a tar without an end',
    ['bundle_ambiguous'],
    async () => gzipSync((await tarOf([FILE])).subarray(0, 1024)),
  ],
  ['a symbolic link', ['bundle_has_links'], () => tarGzOf([FILE, LINK])],
  ['a hard link', ['bundle_has_links'], () => tarGzOf([HARD_LINK, FILE])],
  ['a named pipe', ['bundle_has_special_files'], () => tarGzOf([FILE, PIPE])],
  [
    'more than 1 GiB',
    ['bundle_too_large'],
    async () =>
      gzipSync(
        Buffer.concat([await tarOf([FILE]).then((tar) => tar.subarray(0, 1024)), await headerOf(HUGE)]),
      ),
  ],
  [
    'links, a named pipe and more than 1 GiB',
    ['bundle_has_links', 'bundle_has_special_files', 'bundle_too_large'],
    async () =>
      gzipSync(Buffer.concat([(await tarOf([LINK, PIPE])).subarray(0, 1024), await headerOf(HUGE)])),
  ],
  ['plain text', ['bundle_not_gzip_tar'], () => Promise.resolve(Buffer.from('a bundle'))],
  ['a tar without gzip', ['bundle_not_gzip_tar'], () => tarOf([FILE])],
  ['gzip of something else', ['bundle_not_gzip_tar'], () => Promise.resolve(gzipSync('text'.repeat(1000)))],
  ['gzip of nothing', ['bundle_not_gzip_tar'], () => Promise.resolve(gzipSync(''))],
  ['gzip of a tar in gzip', ['bundle_not_gzip_tar'], async () => gzipSync(await goodBundle('twice'))],
  ['an empty tar', ['bundle_not_gzip_tar'], () => tarGzOf([])],
  ['a tar of folders', undefined, () => tarGzOf([{ name: 'dist', type: 'directory' }])],
  [
    'a gzip that is cut off',
    ['bundle_not_gzip_tar'],
    async () =>
      (await tarGzOf([{ name: 'index.js', content: randomBytes(3000).toString('hex') }])).subarray(0, 1000),
  ],
  [
    'a tar that is cut off',
    ['bundle_not_gzip_tar'],
    async () => gzipSync((await tarOf([FILE])).subarray(0, 600)),
  ],
  [
    'a wrong checksum in a header',
    ['bundle_not_gzip_tar'],
    async () => gzipSync(changed(await tarOf([FILE]), 0, 'X')),
  ],
  ['an invalid size', ['bundle_not_gzip_tar'], async () => gzipSync(changed(await tarOf([FILE]), 124, 'zz'))],
  [
    'a gzip that is corrupt after a valid beginning',
    ['bundle_not_gzip_tar'],
    async () => {
      const bytes = gzipSync(
        Buffer.concat([
          await headerOf({ name: 'a', size: 100_000 }),
          Buffer.from(randomUUID().repeat(3000)),
          END,
        ]),
      );
      return Buffer.concat([bytes.subarray(0, 2000), Buffer.alloc(2000, 0xff)]);
    },
  ],
];

describe('warnings of a bundle (registry contract 19)', () => {
  it.each(BUNDLES)('%s: %j, when it is stored before the publish', async (_what, codes, make) => {
    expect(await publishStored(await make())).toEqual(codes);
  });

  it.each(BUNDLES)('%s: %j, when it is uploaded after the publish', async (_what, codes, make) => {
    expect(await publishThenUpload(await make())).toEqual(codes);
  });

  it('come with the status change when a client has uploaded to the object store', async () => {
    const s3 = await S3Server.start();
    const other = await startTestApp(s3.settings);
    try {
      const client = await other.actors.admin();
      await announceAndPut(client, 'put/files', '1.0.0', await tarGzOf([FILE, LINK]));
      expect(codesOf(await setStatus(client, 'put/files', '1.0.0', 'published'))).toEqual([
        'bundle_has_links',
      ]);
    } finally {
      await other.close();
      await s3.close();
    }
  });
});

describe('warnings of a malicious bundle', () => {
  const header = (): Promise<Buffer> => headerOf({ name: 'empty', size: 0 });

  it('end at an excessive number of entries', async () => {
    const one = await header();
    const tar = Buffer.concat([...Array<Buffer>(100_001).fill(one), await tarOf([LINK])]);
    expect(await publishStored(gzipSync(tar, { level: 1 }))).toBeUndefined();
  });

  it('do not read far past the end of a tar', async () => {
    const tar = Buffer.concat([await tarOf([FILE]), Buffer.alloc(50_000_000), await tarOf([LINK])]);
    expect(await publishStored(gzipSync(tar, { level: 1 }))).toEqual(['bundle_ambiguous']);
  });

  it('read no header of megabytes', async () => {
    const zeros = Buffer.alloc(64 * 1024 ** 2);
    const pax = await headerOf({ name: 'pax', size: zeros.length }, 'x');
    const bundle = gzipSync(Buffer.concat([(await tarOf([FILE])).subarray(0, 1024), pax, zeros, END]), {
      level: 1,
    });
    expect(bundle.length).toBeLessThan(10_000_000);
    expect(await publishStored(bundle)).toEqual(['bundle_ambiguous']);
  });

  it('are answered for thirty concurrent requests', async () => {
    const zeros = Buffer.alloc(20 * 1024 ** 2);
    const bomb = gzipSync(
      Buffer.concat([await headerOf({ name: 'zeros', size: zeros.length }), zeros, END]),
      { level: 1 },
    );
    expect((await uploadBundle(admin, ORG, bomb)).status).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => publish(admin, aPackage(), '1.0.0', naming(bomb))),
    );
    expect(answers.map(codesOf)).toEqual(answers.map(() => undefined));
  });
});

const withManifest = (id: string, change: object): object => ({
  manifest_json: { ...manifestOf(id, '1.0.0'), ...change },
});
const publishManifest = async (change: object): Promise<string[] | undefined> => {
  const id = aPackage();
  return codesOf(await publish(admin, id, '1.0.0', withManifest(id, change)));
};

describe('warnings of a manifest (registry contract 19)', () => {
  it.each([
    ['no entrypoint', { entrypoint: undefined }],
    ['an entrypoint without command', { entrypoint: {} }],
    ['an entrypoint that is null', { entrypoint: null }],
    ['a command that is null', { entrypoint: { command: null } }],
  ])('no_entrypoint_command: %s, which is accepted and stored', async (_what, change) => {
    const id = aPackage();
    const request = withManifest(id, change);
    expect(codesOf(await publish(admin, id, '1.0.0', request))).toEqual(['no_entrypoint_command']);
    const { body } = await resolve(admin, id, '1.0.0');
    const { text } = await admin.get(body.resolved.manifest.url as string);
    const { manifest_json: sent } = JSON.parse(JSON.stringify(request)) as { manifest_json: object };
    expect(JSON.parse(text)).toEqual(sent);
  });

  it.each(['node', [], [1], [null], {}])('an invalid command stays 400: %j', async (command) => {
    const id = aPackage();
    expectRefused(
      await publish(admin, id, '1.0.0', withManifest(id, { entrypoint: { command } })),
      400,
      'manifest_json.entrypoint.command',
    );
    expect((await admin.get(packagePath(id))).status).toBe(404);
  });

  it.each<[unknown]>([
    ['solaris'],
    [''],
    ['linux/'],
    ['linux/mips'],
    ['LINUX'],
    [1],
    [null],
    [{}],
    [['linux', 'beos']],
  ])('unknown_platform: %j', async (platform) => {
    expect(await publishManifest({ platform })).toEqual(['unknown_platform']);
    const runtime = { type: 'node', version: '>=22', platform };
    expect(await publishManifest({ runtime })).toEqual(['unknown_platform']);
    expect(await publishManifest({ entrypoint: { command: ['a'], platform } })).toEqual(['unknown_platform']);
  });

  it.each<[unknown]>([['linux'], ['darwin/arm64'], ['windows-amd64'], [['linux', 'linux/arm64']], [[]]])(
    'none for the platform %j',
    async (platform) => {
      expect(await publishManifest({ platform })).toBeUndefined();
    },
  );
});

describe('several warnings', () => {
  it('come together, each once, also with the publish of a draft', async () => {
    const bundle = await tarGzOf([LINK, HARD_LINK, PIPE]);
    const id = aPackage();
    await uploadBundle(admin, ORG, bundle);
    const change = {
      ...naming(bundle),
      status: 'draft',
      ...withManifest(id, { entrypoint: {}, platform: ['a', 'b'] }),
    };
    const codes = [
      'no_entrypoint_command',
      'unknown_platform',
      'bundle_has_links',
      'bundle_has_special_files',
    ];
    expect(codesOf(await publish(admin, id, '1.0.0', change))).toEqual(codes);
  });
});
