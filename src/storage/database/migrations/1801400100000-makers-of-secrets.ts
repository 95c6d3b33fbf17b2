import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['allow_list', 'mcp_badge', 'outbound_webhook'];

/** Who made the current secret of an address, a badge or a webhook, and so has seen it; null where that is not known (ADR 109). */
export class MakersOfSecrets1801400100000 implements MigrationInterface {
  readonly name = 'MakersOfSecrets1801400100000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} ADD COLUMN made_by uuid`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} DROP COLUMN made_by`);
  }
}
