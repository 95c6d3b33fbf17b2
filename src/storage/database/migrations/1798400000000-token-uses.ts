import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When an invalid service token was last used, and an index on live tokens, because their number is limited. */
export class TokenUses1798400000000 implements MigrationInterface {
  readonly name = 'TokenUses1798400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE service_token ADD COLUMN refused_at timestamptz`);
    await runner.query(
      `CREATE INDEX service_token_live_idx ON service_token (org_id, expires_at) WHERE revoked_at IS NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX service_token_live_idx`);
    await runner.query(`ALTER TABLE service_token DROP COLUMN refused_at`);
  }
}
