import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Refresh tokens of sessions, with which the hub asks the identity provider again (ADR 88). */
export class SessionRefresh1801330000000 implements MigrationInterface {
  readonly name = 'SessionRefresh1801330000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE hub_session ADD COLUMN refresh_sealed bytea, ADD COLUMN refresh_at timestamptz`);
    await runner.query(`
      CREATE TABLE built_in_provider_state (
        kind text NOT NULL,
        id_hash bytea NOT NULL,
        grant_id text,
        payload jsonb NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT built_in_provider_state_pkey PRIMARY KEY (kind, id_hash)
      )`);
    await runner.query(
      `CREATE INDEX built_in_provider_state_grant_idx ON built_in_provider_state (grant_id)`,
    );
    await runner.query(
      `CREATE INDEX built_in_provider_state_expires_at_idx ON built_in_provider_state (expires_at)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE built_in_provider_state');
    await runner.query('ALTER TABLE hub_session DROP COLUMN refresh_sealed, DROP COLUMN refresh_at');
  }
}
