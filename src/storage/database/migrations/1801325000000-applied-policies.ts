import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many policies applied in an evaluation (ADR 87). Null in older rows and in those of older servers, which are counted when read. */
export class AppliedPolicies1801325000000 implements MigrationInterface {
  readonly name = 'AppliedPolicies1801325000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE evaluation ADD COLUMN policies_applied integer, ADD COLUMN warnings jsonb',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE evaluation DROP COLUMN policies_applied, DROP COLUMN warnings');
  }
}
