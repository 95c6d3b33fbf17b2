import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Artifacts that versions name without a right to them (ADR 10). */
export class WithheldReferences1801431000000 implements MigrationInterface {
  readonly name = 'WithheldReferences1801431000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE registry_version ADD COLUMN bundle_withheld boolean NOT NULL DEFAULT false',
    );
    await runner.query(
      'ALTER TABLE registry_version_evidence ADD COLUMN withheld boolean NOT NULL DEFAULT false',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE registry_version_evidence DROP COLUMN withheld');
    await runner.query('ALTER TABLE registry_version DROP COLUMN bundle_withheld');
  }
}
