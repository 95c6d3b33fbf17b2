import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Addresses of the badges of private MCPs. */
export class Badges1800830000000 implements MigrationInterface {
  readonly name = 'Badges1800830000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE mcp_badge (
        mcp_id uuid CONSTRAINT mcp_badge_pkey PRIMARY KEY
          CONSTRAINT mcp_badge_mcp_id_fkey REFERENCES mcp (id) ON DELETE CASCADE,
        key_hash bytea NOT NULL,
        created_at timestamptz NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mcp_badge');
  }
}
