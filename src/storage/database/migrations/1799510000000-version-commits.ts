import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The commits of a package's versions, by status. The first and last commit with a given prefix, and the highest
 * version of a commit, are each at the end of an index range, however many versions a commit has.
 */
export class VersionCommits1799510000000 implements MigrationInterface {
  readonly name = 'VersionCommits1799510000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX registry_version_commit_idx ON registry_version (package_id, status, git_sha, sort_key)`);
    await runner.query(`DROP INDEX registry_version_git_sha_idx`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX registry_version_git_sha_idx ON registry_version (package_id, git_sha)`);
    await runner.query(`DROP INDEX registry_version_commit_idx`);
  }
}
