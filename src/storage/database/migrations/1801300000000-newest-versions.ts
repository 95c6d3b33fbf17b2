import type { MigrationInterface, QueryRunner } from 'typeorm';
import { parsePythonVersion } from '../../../common/values/pep440-version.js';
import { parseSemanticVersion } from '../../../common/values/semantic-version.js';

const BATCH = 5000;
// The newest commit of a branch, which the hub has published under a number that says nothing of a release.
const NO_RELEASE = '0.0.0-commit.';

/** What is known of the number of a version. */
export interface NumberedVersion {
  readonly id: string;
  readonly kind: string | null;
  /** That of the package or of the registry, in the source. */
  readonly number: string | null;
  readonly semver: string | null;
  /** Under which the hub has published it. */
  readonly published: string | null;
}

/** What each version is to its MCP, and the order in which the newest is the first (ADR 81). */
export class NewestVersions1801300000000 implements MigrationInterface {
  readonly name = 'NewestVersions1801300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE mcp_version ADD COLUMN ref text, ADD COLUMN preview boolean NOT NULL DEFAULT false,
                              ADD COLUMN release_key text COLLATE "C", ADD COLUMN landed_at timestamptz`);
    await this.fill(runner);
    // No index can be created while deferred triggers of the changed rows are pending.
    await runner.query('SET CONSTRAINTS ALL IMMEDIATE');
    await runner.query(
      `CREATE INDEX mcp_version_newest_idx ON mcp_version
         (mcp_id, (coalesce(release_key, '')) DESC, (coalesce(landed_at, created_at)) DESC, id DESC)
       WHERE revoked_at IS NULL AND NOT preview`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX mcp_version_newest_idx');
    await runner.query(`
      ALTER TABLE mcp_version DROP COLUMN ref, DROP COLUMN preview, DROP COLUMN release_key, DROP COLUMN landed_at`);
  }

  /** Fills the columns from what was recorded of each version. Of old commits nobody knows the branch. */
  private async fill(runner: QueryRunner): Promise<void> {
    await runner.query(
      `UPDATE mcp_version SET ref = source ->> 'ref' WHERE source ->> 'kind' = 'repository' AND source ->> 'ref' <> ''`,
    );
    let last = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const rows = (await runner.query(
        `SELECT v.id, v.source ->> 'kind' AS kind, v.source ->> 'version' AS number, v.semver,
                CASE WHEN p.published_at IS NOT NULL AND p.plan ->> 'kind' = 'new' THEN p.plan ->> 'version' END
                  AS published
           FROM mcp_version v LEFT JOIN publication p ON p.version_id = v.id
          WHERE v.id > $1 AND (v.semver IS NOT NULL OR v.source ->> 'kind' IN ('npm', 'pypi', 'registry')
                               OR p.published_at IS NOT NULL)
          ORDER BY v.id LIMIT ${BATCH}`,
        [last],
      )) as NumberedVersion[];
      await runner.query(
        `UPDATE mcp_version v SET release_key = k.key
           FROM unnest($1::uuid[], $2::text[]) AS k (id, key) WHERE v.id = k.id AND k.key IS NOT NULL`,
        [rows.map(({ id }) => id), rows.map(keyOf)],
      );
      const end = rows.at(-1);
      if (end === undefined || rows.length < BATCH) return;
      last = end.id;
    }
  }
}

/**
 * The release key of a version that was stored before this migration: the number in the registry counts, then that of the
 * package, then that of the push or tag.
 */
export function keyOf({ kind, number, semver, published }: Omit<NumberedVersion, 'id'>): string | null {
  if (published !== null && !published.startsWith(NO_RELEASE))
    return keyOfNumber(parseSemanticVersion(published), '1');
  if (kind === 'registry') return keyOfNumber(parseSemanticVersion(number), '1');
  if (kind === 'pypi') return keyOfNumber(parsePythonVersion(number), '0');
  if (kind === 'npm') return keyOfNumber(parseSemanticVersion(number), '0');
  return semver === null ? null : keyOfNumber(parseSemanticVersion(semver), '0');
}

const keyOfNumber = (
  version: { readonly sortKey: string; readonly prerelease: boolean } | undefined,
  origin: '0' | '1',
): string => (version === undefined ? '0' : (version.prerelease ? '1' : '2') + version.sortKey) + origin;
