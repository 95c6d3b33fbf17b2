import { parseSemanticVersion } from '../../src/common/values/semantic-version.js';
import type { TestApp } from './test-app.js';

export interface VersionRow {
  readonly id: string;
  readonly package: string;
  readonly version: string;
  readonly status: string;
  readonly manifest_digest: string;
  readonly published_at: Date | null;
  readonly revoked_at: Date | null;
  readonly revoked_reason: string | null;
}

/** Every stored version of an organization, in any spelling of its name. */
export const storedVersions = (t: TestApp, org: string): Promise<VersionRow[]> =>
  t.rows<VersionRow>(
    `SELECT v.id, p.name AS package, v.version, v.status, v.manifest_digest, v.published_at, v.revoked_at,
            v.revoked_reason
       FROM registry_organization o
       JOIN registry_package p ON p.org_id = o.id
       JOIN registry_version v ON v.package_id = p.id
      WHERE o.slug_key = lower($1)
      ORDER BY p.name, v.sort_key`,
    [org],
  );

/**
 * Inserts published releases of a package by SQL, as copies of an existing one: far faster than publishing them. All get the same
 * `createdAt`, by default now.
 */
export const insertVersions = (
  t: TestApp,
  id: string,
  versions: readonly string[],
  createdAt = new Date(),
): Promise<unknown[]> => {
  const sortKeys = versions.map((version) => parseSemanticVersion(version)?.sortKey);
  return t.rows(
    `INSERT INTO registry_version
       (id, package_id, org_id, version, sort_key, prerelease, status, git_sha, repo_url, repo_visibility,
        repo_provider, repo_ref, repo_commit, manifest_digest, bundle_digest, bundle_size_bytes, published_by,
        created_at, published_at)
     SELECT gen_random_uuid(), v.package_id, v.org_id, n.version, n.sort_key, false, 'published', v.git_sha,
            v.repo_url, v.repo_visibility, v.repo_provider, v.repo_ref, v.repo_commit, v.manifest_digest,
            v.bundle_digest, v.bundle_size_bytes, v.published_by, $4, $4
       FROM unnest($2::text[], $3::text[]) AS n (version, sort_key)
      CROSS JOIN (SELECT v.*
                    FROM registry_version v
                    JOIN registry_package p ON p.id = v.package_id
                    JOIN registry_organization o ON o.id = p.org_id
                   WHERE o.slug || '/' || p.name = $1
                   LIMIT 1) AS v`,
    [id, versions, sortKeys, createdAt],
  );
};

/** The stored spellings of an organization, ignoring case. */
export const storedOrganizations = async (t: TestApp, org: string): Promise<string[]> =>
  (
    await t.rows<{ slug: string }>(`SELECT slug FROM registry_organization WHERE slug_key = lower($1)`, [org])
  ).map(({ slug }) => slug);

/** `<org>/<name>` of every stored package of an organization. */
export const storedPackages = async (t: TestApp, org: string): Promise<string[]> =>
  (
    await t.rows<{ id: string }>(
      `SELECT o.slug || '/' || p.name AS id
         FROM registry_organization o JOIN registry_package p ON p.org_id = o.id
        WHERE o.slug_key = lower($1) ORDER BY p.name`,
      [org],
    )
  ).map(({ id }) => id);
