import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compare } from '../lib/compare.mjs';
import { memoryOfLargeUploads } from '../lib/large-uploads.mjs';
import { sendBytes, sendJson } from '../lib/load.mjs';
import { startObjectStore } from '../lib/object-store.mjs';
import { withPostgresDatabases } from '../lib/postgres.mjs';
import { makeToken, publishRequest, publishVersion, startProduct, uploadLarge } from '../lib/product.mjs';
import { perMib, row, title } from '../lib/report.mjs';
import { withScratch } from '../lib/scratch.mjs';
import { ServerProcess } from '../lib/server-process.mjs';

const SIZE = 10 * 1024 * 1024;
const ORG = 'acme';
const NAME = 'files';
const VERSIONS = Array.from({ length: 50 }, (_, minor) => `1.${minor}.0`);
const WARM_UP_SECONDS = 15;
const STREAM_WARM_UP_SECONDS = 4;
const REDIRECT_BAR = 2;
const RESOLVE_BAR = 4;
// Ten at once, two parts of 5 MiB each, the minimum of S3: one being sent, one being filled.
const MEMORY_BAR_MIB = 100;

export const about =
  'resolve, download and upload with artifacts in an object store, presigned and passed through';

async function startFloor(scratch, name, script, env) {
  const server = await ServerProcess.start({
    name,
    args: [fileURLToPath(new URL(`../servers/${script}`, import.meta.url))],
    env,
    ready: /listens on (\S+)/,
  });
  scratch.defer(() => server.stop());
  return server;
}

/** An object store, and the product that stores its artifacts there. */
async function startBoth(options, scratch, databaseUrl, settings = {}) {
  const store = await startObjectStore(join(scratch.folder, 'store'));
  scratch.defer(() => store.server.stop());
  const started = await startProduct({
    dist: options.dist,
    folder: join(scratch.folder, 'product'),
    databaseUrl,
    settings: { ...store.settings, ...settings },
  });
  scratch.defer(() => started.server.stop());
  return { store, started };
}

/** The environment of a floor that reads a table, on the same engine as the product. */
async function floorTable(scratch, name, databaseUrl) {
  if (databaseUrl !== undefined) return { DATABASE_URL: databaseUrl };
  const FOLDER = join(scratch.folder, name);
  await mkdir(FOLDER);
  return { FOLDER };
}

async function requests(options, scratch, { store, started }, [selectUrl, redirectUrl]) {
  const paths = [];
  for (const version of VERSIONS) {
    paths.push(await publishVersion(started, { org: ORG, name: NAME, version, bundle: randomBytes(1024) }));
  }
  const headers = await makeToken(started);
  const select = await startFloor(
    scratch,
    'one select',
    'select.mjs',
    await floorTable(scratch, 'select', selectUrl),
  );
  const signed = await startFloor(scratch, 'one select and a signed URL', 'redirect.mjs', {
    ...(await floorTable(scratch, 'redirect', redirectUrl)),
    STORE: store.server.origin,
  });
  const versionOf = (index) => VERSIONS[index % VERSIONS.length];
  const resolvePath = (index) => `/v1/org/${ORG}/mcps/${NAME}/resolve?ref=${versionOf(index)}`;
  return compare(
    {
      redirect: {
        server: started.server,
        next: (index) => ({ path: paths[index % paths.length], headers, expect: 302 }),
      },
      signed: { server: signed, next: (index) => ({ path: `/${versionOf(index)}`, expect: 302 }) },
      resolve: { server: started.server, next: (index) => ({ path: resolvePath(index), headers }) },
      select: { server: select, next: (index) => ({ path: `/${versionOf(index)}` }) },
    },
    { ...options, warmUpSeconds: WARM_UP_SECONDS },
  );
}

/** Bundles that clients upload directly to the store: the product reads them when their versions are published. */
function verifications({ started: { server, admin } }) {
  const versions = new Map();
  return memoryOfLargeUploads(server, {
    name: 'verifications of presigned uploads of 100 MiB, S3',
    bar: MEMORY_BAR_MIB,
    prepare: async ({ digest, size, stream }) => {
      const version = `2.${versions.size}.0`;
      const { base, json } = publishRequest({ org: ORG, name: NAME, version, digest, size });
      versions.set(digest, `${base}/versions/${version}/status`);
      const published = await sendJson(server.origin, {
        method: 'POST',
        path: `${base}/publish`,
        headers: admin,
        json,
      });
      const { method, url, headers } = published.bundle_upload;
      await sendBytes(server.origin, { method, path: url, headers, bytes: stream(), length: size });
    },
    take: ({ digest }) =>
      sendJson(server.origin, {
        method: 'POST',
        path: versions.get(digest),
        headers: admin,
        json: { status: 'published' },
      }),
  });
}

const presigned = (options, engine, [productUrl, ...floorUrls]) =>
  withScratch(async (scratch) => {
    const both = await startBoth(options, scratch, productUrl);
    const costs = await requests(options, scratch, both, floorUrls);
    return [
      row({
        name: `resolve, S3 and ${engine}`,
        measured: title('mcp-hub', costs.resolve),
        against: title('one select', costs.select),
        value: costs.resolve.cpuSeconds / costs.select.cpuSeconds,
        bar: RESOLVE_BAR,
      }),
      row({
        name: `download by redirect, S3 and ${engine}`,
        measured: title('mcp-hub', costs.redirect),
        against: title('one select and a signed URL', costs.signed),
        value: costs.redirect.cpuSeconds / costs.signed.cpuSeconds,
        bar: REDIRECT_BAR,
      }),
      await verifications(both),
    ];
  });

const passedThrough = (options, [productUrl]) =>
  withScratch(async (scratch) => {
    const { store, started } = await startBoth(options, scratch, productUrl, {
      STORAGE_PRESIGN_ENABLED: 'false',
    });
    const bundle = randomBytes(SIZE);
    const path = await publishVersion(started, { org: ORG, name: NAME, version: '1.0.0', bundle });
    const headers = await makeToken(started);
    const object = store.objectPath(path);
    const floor = await startFloor(scratch, 'bare proxy', 'proxy.mjs', {
      ORIGIN: `${store.server.origin}${object}`,
    });
    const costs = await compare(
      {
        product: { server: started.server, next: () => ({ path, headers }), bytes: SIZE },
        floor: { server: floor, next: () => ({ path: '/' }), bytes: SIZE },
        direct: { server: store.server, next: () => ({ path: object }), bytes: SIZE },
      },
      { ...options, warmUpSeconds: STREAM_WARM_UP_SECONDS },
    );
    const name = 'download of 10 MiB passed through, S3';
    const measured = perMib('mcp-hub', costs.product);
    const against = (title, cost) =>
      row({
        name,
        measured,
        against: perMib(title, cost),
        value: costs.product.cpuSeconds / cost.cpuSeconds,
      });
    return [
      against('bare proxy', costs.floor),
      against('the store itself (s3rver)', costs.direct),
      await memoryOfLargeUploads(started.server, {
        name: 'uploads of 100 MiB passed through, S3',
        bar: MEMORY_BAR_MIB,
        take: uploadLarge(started, ORG),
      }),
    ];
  });

/** @param {import('../run.mjs').Options} options */
export async function run(options) {
  const on = async (engine, urls) => [
    ...(await presigned(options, engine, urls)),
    ...(await passedThrough(options, urls.slice(3))),
  ];
  const served = await withPostgresDatabases(options.postgres, 4, (urls) => on('PostgreSQL server', urls));
  return { rows: served ?? (await on('embedded database', [])) };
}
