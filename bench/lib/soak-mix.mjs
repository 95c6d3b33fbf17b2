import { randomBytes } from 'node:crypto';
import { send } from './load.mjs';
import { makeToken, publishVersion } from './product.mjs';

const ORG = 'acme';
const PACKAGES = 20;
const VERSIONS = 10;
const BUNDLE_BYTES = 64 * 1024;
const NEW_BUNDLE_BYTES = 4 * 1024;
const JSON_TYPE = { 'Content-Type': 'application/json' };

const packageOf = (n) => `files-${n % PACKAGES}`;
const versionOf = (n) => `1.${n % VERSIONS}.0`;

/** Publishes the data for reads: some packages with some versions each. Returns the paths of their bundles. */
async function publishAll(started) {
  const paths = [];
  for (let n = 0; n < PACKAGES * VERSIONS; n += 1) {
    const [name, version] = [packageOf(n), versionOf(Math.floor(n / PACKAGES))];
    const bundle = randomBytes(BUNDLE_BYTES);
    paths.push(await publishVersion(started, { org: ORG, name, version, bundle }));
  }
  return paths;
}

/** Units of work that are a single request: how many of a hundred units, and the `n`th request. */
function singleRequests(headers, bundles) {
  const bundle = (n) => bundles[n % bundles.length];
  const etag = (n) => `"${/sha256:[0-9a-f]+/.exec(bundle(n))[0]}"`;
  const mcp = (name) => `/v1/org/${ORG}/mcps/${name}/resolve`;
  const resolve = (n, ref) => ({ path: `${mcp(packageOf(n))}?ref=${ref}`, headers });
  const download = (n, more = {}) => ({ path: bundle(n), headers: { ...headers, ...more } });
  return [
    [30, (n) => resolve(n, versionOf(n))],
    [5, (n) => resolve(n, 'latest')],
    [5, (n) => resolve(n, '^1.2')],
    [10, () => ({ path: '/v1/catalog?limit=20', headers })],
    [5, (n) => ({ path: `/v1/catalog?q=${packageOf(n)}`, headers })],
    [18, (n) => download(n)],
    [2, (n) => ({ ...download(n, { Range: 'bytes=9-99' }), expect: 206 })],
    [5, (n) => ({ ...download(n), method: 'HEAD' })],
    [5, (n) => ({ ...download(n, { 'If-None-Match': etag(n) }), expect: 304 })],
    [4, (n) => ({ path: mcp(packageOf(n)), headers, expect: 400 })],
    [4, (n) => ({ ...download(n, { Authorization: `Token mcp_${n}:sk_${n}` }), expect: 401 })],
    [4, (n) => ({ path: `${mcp(`none-${n}`)}?ref=latest`, headers, expect: 404 })],
  ];
}

/** A token that is created and deleted. */
const TOKEN_REQUESTS = 2;
async function makeAndDeleteToken({ admin }, ask) {
  const body = JSON.stringify({ description: 'soak', scopes: ['mcp:resolve'], resources: [`org/${ORG}/`] });
  const headers = { ...admin, ...JSON_TYPE };
  const made = await ask({ method: 'POST', path: '/v1/tokens', headers, body, expect: 201 });
  const { token_id: id } = JSON.parse(made.body);
  await ask({ method: 'DELETE', path: `/v1/tokens/${id}`, headers: admin, expect: 204 });
}

/** A version with its bundle, in packages that are never read, so that the size of responses stays constant. */
const PUBLICATION_REQUESTS = 3;
const publishNew = (started, n) =>
  publishVersion(started, {
    org: ORG,
    name: `new-${n % PACKAGES}`,
    version: `1.${n}.0`,
    bundle: randomBytes(NEW_BUNDLE_BYTES),
  });

/**
 * A mix of all client requests, including refused ones, for `keepBusy`: a hundred units of work are `requestsPerHundred`
 * requests.
 * @param {Awaited<ReturnType<typeof import('./product.mjs').startProduct>>} started
 */
export async function soakMix(started) {
  const bundles = await publishAll(started);
  const singles = singleRequests(await makeToken(started), bundles);
  const works = [
    ...singles.flatMap(([share, callOf]) => Array.from({ length: share }, () => (n, ask) => ask(callOf(n)))),
    ...Array.from({ length: 2 }, () => (_, ask) => makeAndDeleteToken(started, ask)),
    (n) => publishNew(started, n),
  ];
  const work = ({ index, agent }) => {
    // 37 and 100 are coprime: every hundred contains each unit once, and equal ones are spread.
    const slot = (index * 37) % works.length;
    const ask = async ({ expect = 200, ...call }) => {
      const answer = await send(started.server.origin, call, { agent });
      if (answer.status !== expect) throw new Error(`${call.path} answered ${answer.status}: ${answer.body}`);
      return answer;
    };
    return works[slot](Math.floor(index / works.length) + slot, ask);
  };
  return { work, requestsPerHundred: works.length - 3 + 2 * TOKEN_REQUESTS + PUBLICATION_REQUESTS };
}
