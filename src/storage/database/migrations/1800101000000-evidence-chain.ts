import type { MigrationInterface, QueryRunner } from 'typeorm';

const FROZEN = ['snapshot', 'control_result'];

const ADDED = [
  'org_id uuid',
  'mcp_name text NOT NULL',
  'position integer NOT NULL',
  'previous_snapshot_id uuid',
  'snapshot_hash text NOT NULL',
  'commit_hash text NOT NULL',
  'tarball_sha256 text NOT NULL',
  'tarball_key text NOT NULL',
  'findings_key text NOT NULL',
  'report_key text NOT NULL',
  'sarif_key text NOT NULL',
  'sbom_key text NOT NULL',
  'scanner_version text NOT NULL',
  'msss_score integer NOT NULL',
  'msss_level integer NOT NULL',
  'certification_level integer NOT NULL',
  `incomplete_reasons text[] NOT NULL DEFAULT '{}'`,
  'surface jsonb NOT NULL',
  'distributable jsonb NOT NULL',
  'package jsonb',
  'difference jsonb',
];

/** Snapshots as a chain of evidence that nobody changes (ADR 53), and findings over time (ADR 54). */
export class EvidenceChain1800101000000 implements MigrationInterface {
  readonly name = 'EvidenceChain1800101000000';

  async up(runner: QueryRunner): Promise<void> {
    // Columns without a default: nothing has written snapshots yet.
    await runner.query(`ALTER TABLE snapshot ${ADDED.map((column) => `ADD COLUMN ${column}`).join(', ')}`);
    await runner.query(`ALTER TABLE snapshot
      ADD CONSTRAINT snapshot_position_key UNIQUE (mcp_id, position),
      ADD CONSTRAINT snapshot_certification_level_check CHECK (certification_level BETWEEN 0 AND 3)`);
    await runner.query('CREATE INDEX snapshot_org_idx ON snapshot (org_id, created_at, id)');
    await runner.query(`ALTER TABLE control_result
      ADD COLUMN evidence_fingerprints text[] NOT NULL DEFAULT '{}',
      ADD COLUMN applicable boolean NOT NULL DEFAULT true,
      ADD COLUMN observable boolean NOT NULL DEFAULT true`);
    await runner.query(`
      CREATE FUNCTION snapshots_are_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'snapshots are never changed or removed';
      END $$`);
    for (const table of FROZEN) {
      await runner.query(`
        CREATE TRIGGER ${table}_immutable BEFORE UPDATE OR DELETE ON ${table}
          FOR EACH ROW EXECUTE FUNCTION snapshots_are_immutable()`);
      await runner.query(`
        CREATE TRIGGER ${table}_no_truncate BEFORE TRUNCATE ON ${table}
          FOR EACH STATEMENT EXECUTE FUNCTION snapshots_are_immutable()`);
    }
    await this.createFindings(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE version_finding');
    await runner.query('DROP TABLE finding');
    for (const table of FROZEN) {
      await runner.query(`DROP TRIGGER ${table}_no_truncate ON ${table}`);
      await runner.query(`DROP TRIGGER ${table}_immutable ON ${table}`);
    }
    await runner.query('DROP FUNCTION snapshots_are_immutable');
    await runner.query(`ALTER TABLE control_result
      DROP COLUMN evidence_fingerprints, DROP COLUMN applicable, DROP COLUMN observable`);
    const names = ADDED.map((column) => column.slice(0, column.indexOf(' ')));
    await runner.query(`ALTER TABLE snapshot ${names.map((name) => `DROP COLUMN ${name}`).join(', ')}`);
  }

  private async createFindings(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE finding (
        id uuid CONSTRAINT finding_pkey PRIMARY KEY,
        mcp_id uuid NOT NULL CONSTRAINT finding_mcp_id_fkey REFERENCES mcp (id) ON DELETE CASCADE,
        fingerprint text NOT NULL,
        rule_id text NOT NULL,
        severity text NOT NULL
          CONSTRAINT finding_severity_check CHECK (severity IN ('critical', 'high', 'medium', 'low')),
        vulnerability_class text NOT NULL,
        owasp_mcp text NOT NULL,
        detail jsonb NOT NULL,
        status text NOT NULL CONSTRAINT finding_status_check CHECK (status IN ('open', 'resolved')),
        first_detected_at timestamptz NOT NULL,
        last_seen_at timestamptz NOT NULL,
        resolved_at timestamptz,
        snapshot_id uuid NOT NULL,
        version_id uuid NOT NULL,
        CONSTRAINT finding_fingerprint_key UNIQUE (mcp_id, fingerprint)
      )`);
    await runner.query(`CREATE INDEX finding_list_idx ON finding (mcp_id, first_detected_at, id)`);
    await runner.query(
      `CREATE INDEX finding_open_idx ON finding (mcp_id, snapshot_id) WHERE status = 'open'`,
    );
    await runner.query(`
      CREATE TABLE version_finding (
        version_id uuid NOT NULL
          CONSTRAINT version_finding_version_id_fkey REFERENCES mcp_version (id) ON DELETE CASCADE,
        ordinal integer NOT NULL,
        fingerprint text NOT NULL,
        severity text NOT NULL,
        vulnerability_class text NOT NULL,
        detail jsonb NOT NULL,
        CONSTRAINT version_finding_pkey PRIMARY KEY (version_id, ordinal),
        CONSTRAINT version_finding_fingerprint_key UNIQUE (version_id, fingerprint)
      )`);
  }
}
