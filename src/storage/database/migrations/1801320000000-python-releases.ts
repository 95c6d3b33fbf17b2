import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The files of Python releases that versions were analyzed from (ADR 86). Those from before are fetched again. */
export class PythonReleases1801320000000 implements MigrationInterface {
  readonly name = 'PythonReleases1801320000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE mcp_version ADD COLUMN release jsonb, ADD COLUMN release_digests text[]');
    await runner.query(
      `CREATE INDEX mcp_version_release_idx ON mcp_version USING gin (release_digests)
         WHERE release_digests IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX mcp_version_release_idx');
    await runner.query('ALTER TABLE mcp_version DROP COLUMN release, DROP COLUMN release_digests');
  }
}
