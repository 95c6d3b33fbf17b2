import type { MigrationInterface, QueryRunner } from 'typeorm';

/** All numbers that tags give to the commits of a repository: a version itself has only the highest (ADR 83). */
export class VersionTags1801360500000 implements MigrationInterface {
  readonly name = 'VersionTags1801360500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE mcp_version_tag (
        mcp_id uuid NOT NULL,
        number text NOT NULL,
        version_id uuid NOT NULL,
        moved_to text,
        CONSTRAINT mcp_version_tag_pkey PRIMARY KEY (mcp_id, number),
        CONSTRAINT mcp_version_tag_version_id_fkey FOREIGN KEY (version_id) REFERENCES mcp_version (id)
          ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX mcp_version_tag_version_idx ON mcp_version_tag (version_id)');
    await runner.query(`
      INSERT INTO mcp_version_tag (mcp_id, number, version_id, moved_to)
      SELECT DISTINCT ON (mcp_id, split_part(semver, '+', 1)) mcp_id, split_part(semver, '+', 1), id, tag_moved_to
        FROM mcp_version
       WHERE semver IS NOT NULL AND source ->> 'kind' = 'repository' AND release_key IS NOT NULL AND NOT preview
       ORDER BY mcp_id, split_part(semver, '+', 1), created_at, id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mcp_version_tag');
  }
}
