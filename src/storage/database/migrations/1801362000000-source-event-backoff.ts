import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a change of a source is looked at again, and when a refused sender was recorded last (ADR 94). */
export class SourceEventBackoff1801362000000 implements MigrationInterface {
  readonly name = 'SourceEventBackoff1801362000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE source_event ADD COLUMN run_after timestamptz NOT NULL DEFAULT now(),
                                ADD COLUMN attempts integer NOT NULL DEFAULT 0`,
    );
    await runner.query('ALTER TABLE mcp ADD COLUMN repo_refused_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE mcp DROP COLUMN repo_refused_at');
    await runner.query('ALTER TABLE source_event DROP COLUMN run_after, DROP COLUMN attempts');
  }
}
