import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The visibility that a version requests for its package; applied when the version is released. */
export class VisibilityAtRelease1799310000000 implements MigrationInterface {
  readonly name = 'VisibilityAtRelease1799310000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE registry_version ADD COLUMN visibility text
        CONSTRAINT registry_version_visibility_check CHECK (visibility IN ('public', 'private'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE registry_version DROP COLUMN visibility`);
  }
}
