import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A table that is always empty: rows are inserted and rolled back to find out whether a disk that was full has room again
 * (ADR 110). Unlogged, so that this writes nothing ahead and reaches no standby.
 */
export class WriteCheck1801410000000 implements MigrationInterface {
  readonly name = 'WriteCheck1801410000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE UNLOGGED TABLE write_check (bytes text NOT NULL)');
    // Neither compressed nor moved out of the row.
    await runner.query('ALTER TABLE write_check ALTER COLUMN bytes SET STORAGE PLAIN');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE write_check');
  }
}
