import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { measureInTurns, medianCost, medianSpeed } from '../lib/compare.mjs';
import { onEachEngine } from '../lib/engines.mjs';
import { withMigratedDatabase } from '../lib/migrated-database.mjs';
import { makeToken, publishVersion, startProduct } from '../lib/product.mjs';
import { row, title, whole } from '../lib/report.mjs';
import { withScratch } from '../lib/scratch.mjs';

const SIZES = [10, 1_000, 10_000];
const BAR = 2;
const WARM_UP_SECONDS = 5;
const ORG = 'acme';

export const about = `ranges among ${SIZES.map(whole).join(', ')} versions, against exact references to them`;

const packageOf = (versions) => `files-${versions}`;
const versionAt = (index) => `1.${index}.0`;

/** Inserts copies of a package's only version as published releases. */
const COPY = `
  INSERT INTO registry_version
    (id, package_id, org_id, version, sort_key, prerelease, status, git_sha, repo_url, repo_visibility, repo_provider,
     repo_ref, repo_commit, manifest_digest, bundle_digest, content_key, bundle_size_bytes, published_by, created_at,
     published_at)
  SELECT gen_random_uuid(), v.package_id, v.org_id, n.version, n.sort_key, false, 'published', v.git_sha, v.repo_url,
         v.repo_visibility, v.repo_provider, v.repo_ref, v.repo_commit, v.manifest_digest, v.bundle_digest,
         v.content_key, v.bundle_size_bytes, v.published_by, now(), now()
    FROM unnest($2::text[], $3::text[]) AS n (version, sort_key)
   CROSS JOIN (SELECT v.* FROM registry_version v JOIN registry_package p ON p.id = v.package_id
                WHERE p.name_key = $1) AS v`;

/** Creates a package of each size. The product publishes its first version and is then stopped. */
async function fill({ dist, folder, databaseUrl }) {
  const started = await startProduct({ dist, folder, databaseUrl });
  try {
    for (const size of SIZES) {
      const [name, version] = [packageOf(size), versionAt(0)];
      await publishVersion(started, { org: ORG, name, version, bundle: randomBytes(1024) });
    }
  } finally {
    await started.server.stop();
  }
  const values = await import(pathToFileURL(join(dist, 'common/values/semantic-version.js')).href);
  await withMigratedDatabase({ dist, folder, databaseUrl }, async (source) => {
    for (const size of SIZES) {
      const versions = Array.from({ length: size - 1 }, (_, index) => versionAt(index + 1));
      const keys = versions.map((version) => values.parseSemanticVersion(version).sortKey);
      await source.query(COPY, [packageOf(size), versions, keys]);
    }
    // Autovacuum would do this on a server after a while; the embedded database has none.
    if (databaseUrl !== undefined) await source.query('VACUUM ANALYZE registry_version');
  });
}

const on = (engine, options, databaseUrl) =>
  withScratch(async (scratch) => {
    const where = { dist: options.dist, folder: join(scratch.folder, 'product'), databaseUrl };
    await fill(where);
    const started = await startProduct(where);
    const { server } = started;
    scratch.defer(() => server.stop());
    const headers = await makeToken(started);
    const resolve = (size, refAt) => ({
      server,
      next: (index) => ({
        path: `/v1/org/${ORG}/mcps/${packageOf(size)}/resolve?ref=${encodeURIComponent(refAt(index % size))}`,
        headers,
      }),
    });
    const targets = SIZES.flatMap((size) => [
      [`exact ${size}`, resolve(size, versionAt)],
      // Ranges that resolve to the highest version of all, and to one with all others above.
      [
        `range ${size}`,
        resolve(size, (index) => (index % 2 === 0 ? '^1.0.0' : `>=1.0.0 <=${versionAt(index)}`)),
      ],
    ]);
    const costs = await measureInTurns(Object.fromEntries(targets), {
      ...options,
      warmUpSeconds: WARM_UP_SECONDS,
    });
    return SIZES.map((size) => {
      const [exact, range] = [costs[`exact ${size}`], costs[`range ${size}`]];
      return row({
        name: `range among ${whole(size)} versions, ${engine}`,
        measured: title('range', medianCost(range)),
        against: title('exact reference', medianCost(exact)),
        value: medianSpeed(exact, range),
        bar: BAR,
      });
    });
  });

/** @param {import('../run.mjs').Options} options */
export const run = async (options) => ({
  rows: await onEachEngine(options, 1, (engine, [url]) => on(engine, options, url)),
});
