import type { MigrationInterface, QueryRunner } from 'typeorm';

const FROZEN = ['audit_statement', 'audit_seal'];

const ORDER = 'occurred_at, position';
// With a second filter in the index, no row of the table is read to count.
const FILTERS = {
  action: `${ORDER}, actor_type`,
  actor_type: ORDER,
  resource_type: `${ORDER}, actor_type`,
};

const PLATFORM_CHAIN = '00000000-0000-0000-0000-000000000000';

/** Signed checkpoints and seals of audit chains, and how long organizations keep events (ADR 68). */
export class AuditSeals1800710000000 implements MigrationInterface {
  readonly name = 'AuditSeals1800710000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [column, others] of Object.entries(FILTERS)) {
      await runner.query(
        `CREATE INDEX audit_event_${column}_idx ON audit_event (org_id, ${column}, ${others})`,
      );
    }
    await runner.query('CREATE INDEX snapshot_org_mcp_idx ON snapshot (org_id, mcp_id)');
    await runner.query(`
      CREATE TABLE organization_retention (
        org_id uuid CONSTRAINT organization_retention_pkey PRIMARY KEY
          CONSTRAINT organization_retention_org_id_fkey REFERENCES organization (id) ON DELETE CASCADE,
        audit_months integer CONSTRAINT organization_retention_audit_months_check
          CHECK (audit_months BETWEEN 12 AND 120),
        updated_at timestamptz NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE audit_statement (
        chain_id uuid NOT NULL,
        length bigint NOT NULL,
        head_hash bytea NOT NULL,
        signed_at timestamptz NOT NULL,
        envelope jsonb NOT NULL,
        object_key text NOT NULL,
        CONSTRAINT audit_statement_pkey PRIMARY KEY (chain_id, length)
      )`);
    await runner.query(`
      CREATE TABLE audit_seal (
        chain_id uuid NOT NULL,
        ordinal integer NOT NULL,
        month text NOT NULL,
        first_position bigint NOT NULL,
        last_position bigint NOT NULL,
        last_hash bytea NOT NULL,
        sealed_at timestamptz NOT NULL,
        envelope jsonb NOT NULL,
        events_key text NOT NULL,
        CONSTRAINT audit_seal_pkey PRIMARY KEY (chain_id, ordinal),
        CONSTRAINT audit_seal_position_key UNIQUE (chain_id, last_position),
        CONSTRAINT audit_seal_chain_id_check CHECK (chain_id <> '${PLATFORM_CHAIN}'),
        CONSTRAINT audit_seal_positions_check CHECK (first_position BETWEEN 1 AND last_position)
      )`);
    await this.protect(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION audit_event_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'audit events are never changed or removed';
      END $$`);
    for (const table of FROZEN) await runner.query(`DROP TABLE ${table}`);
    await runner.query('DROP FUNCTION audit_proof_is_immutable');
    await runner.query('DROP TABLE organization_retention');
    await runner.query('DROP INDEX snapshot_org_mcp_idx');
    for (const column of Object.keys(FILTERS)) await runner.query(`DROP INDEX audit_event_${column}_idx`);
  }

  /** Events go only under a seal; statements and seals never go. */
  private async protect(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION audit_event_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'DELETE' THEN
          IF EXISTS (
            SELECT FROM audit_seal s
             WHERE s.chain_id = OLD.chain_id
               AND OLD.position BETWEEN s.first_position AND s.last_position
               AND (OLD.position < s.last_position OR OLD.hash = s.last_hash)) THEN
            RETURN OLD;
          END IF;
        END IF;
        RAISE EXCEPTION 'audit events are never changed or removed';
      END $$`);
    await runner.query(`
      CREATE FUNCTION audit_proof_is_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'statements and seals about audit events are never changed or removed';
      END $$`);
    for (const table of FROZEN) {
      await runner.query(`
        CREATE TRIGGER ${table}_immutable BEFORE UPDATE OR DELETE ON ${table}
          FOR EACH ROW EXECUTE FUNCTION audit_proof_is_immutable()`);
      await runner.query(`
        CREATE TRIGGER ${table}_no_truncate BEFORE TRUNCATE ON ${table}
          FOR EACH STATEMENT EXECUTE FUNCTION audit_proof_is_immutable()`);
    }
  }
}
