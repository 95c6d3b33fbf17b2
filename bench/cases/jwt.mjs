import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { compare } from '../lib/compare.mjs';
import { onEachEngine } from '../lib/engines.mjs';
import { startIdentityProvider } from '../lib/identity-provider.mjs';
import { makeToken, publishVersion, startProduct } from '../lib/product.mjs';
import { row, title } from '../lib/report.mjs';
import { withScratch } from '../lib/scratch.mjs';

const VERSIONS = Array.from({ length: 50 }, (_, minor) => `1.${minor}.0`);
const BAR = 1.3;
const WARM_UP_SECONDS = 15;

export const about = 'resolve with a JWT of an identity provider, against an API token';

async function target(options, scratch, name, headersOf) {
  const started = await startProduct({ ...options, folder: join(scratch.folder, name) });
  scratch.defer(() => started.server.stop());
  for (const version of VERSIONS) {
    await publishVersion(started, { org: 'acme', name: 'files', version, bundle: randomBytes(1024) });
  }
  const headers = await headersOf(started);
  const path = (index) => `/v1/org/acme/mcps/files/resolve?ref=${VERSIONS[index % VERSIONS.length]}`;
  return { server: started.server, next: (index) => ({ path: path(index), headers }) };
}

async function on(engine, options, urls) {
  const identityProvider = await startIdentityProvider();
  try {
    return await withScratch(async (scratch) => {
      const shared = { dist: options.dist, identityProvider };
      const jwt = await target({ ...shared, databaseUrl: urls[0] }, scratch, 'jwt', ({ admin }) => admin);
      const token = await target({ ...shared, databaseUrl: urls[1] }, scratch, 'token', makeToken);
      const costs = await compare({ jwt, token }, { ...options, warmUpSeconds: WARM_UP_SECONDS });
      return row({
        name: `resolve with a JWT, ${engine}`,
        measured: title('JWT by JWKS, RS256', costs.jwt),
        against: title('API token', costs.token),
        value: costs.jwt.cpuSeconds / costs.token.cpuSeconds,
        bar: BAR,
      });
    });
  } finally {
    identityProvider.stop();
  }
}

/** @param {import('../run.mjs').Options} options */
export const run = async (options) => ({
  rows: await onEachEngine(options, 2, (engine, urls) => on(engine, options, urls)),
});
