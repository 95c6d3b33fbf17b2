import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds released versions that a process of an earlier version has written, without a release key (ADR 81). */
export class MissingReleaseKeys1801361000000 implements MigrationInterface {
  readonly name = 'MissingReleaseKeys1801361000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX mcp_version_unkeyed_idx ON mcp_version (id)
         WHERE release_key IS NULL AND (semver IS NOT NULL OR source ->> 'kind' IN ('npm', 'pypi', 'registry'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX mcp_version_unkeyed_idx');
  }
}
