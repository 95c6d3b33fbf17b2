import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whose turn it is among waiting jobs, and how often a job lost its process (ADR 112, ADR 113). Jobs that wait already have one
 * share together.
 */
export class FairShares1801420000000 implements MigrationInterface {
  readonly name = 'FairShares1801420000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE analysis_job ADD COLUMN share uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
                               ADD COLUMN losses integer NOT NULL DEFAULT 0`);
    await runner.query(`
      ALTER TABLE report ADD COLUMN started_at timestamptz, ADD COLUMN losses integer NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE report DROP COLUMN started_at, DROP COLUMN losses');
    await runner.query('ALTER TABLE analysis_job DROP COLUMN share, DROP COLUMN losses');
  }
}
