import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What analyses say about the start of a package, and what organizations add to that. Earlier analyses say nothing. */
export class StartFacts1801449000000 implements MigrationInterface {
  readonly name = 'StartFacts1801449000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE snapshot ADD COLUMN start jsonb');
    await runner.query(`ALTER TABLE mcp_launch ADD COLUMN variables text[] NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE mcp_launch DROP COLUMN variables');
    await runner.query('ALTER TABLE snapshot DROP COLUMN start');
  }
}
