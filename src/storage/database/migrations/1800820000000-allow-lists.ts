import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What decides about a version; other columns change more often. */
const DECIDING = [
  'status',
  'certification_level',
  'revoked_at',
  'semver',
  'visible_version',
  'source',
  'tarball_sha256',
];
const changed = (columns: readonly string[]): string =>
  columns.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(' OR ');

/** Triggers that count changes, by the table and the function that finds the scopes of a row. */
const TRIGGERS = [
  { table: 'policy', on: 'INSERT OR UPDATE OR DELETE', when: '', fn: 'decision_of_organization' },
  { table: 'mcp_launch', on: 'INSERT OR UPDATE OR DELETE', when: '', fn: 'decision_of_organization' },
  { table: 'mcp_launch_target', on: 'INSERT OR UPDATE OR DELETE', when: '', fn: 'decision_of_organization' },
  { table: 'mcp', on: 'INSERT OR UPDATE OR DELETE', when: '', fn: 'decision_of_mcp' },
  { table: 'mcp_version', on: 'INSERT OR DELETE', when: '', fn: 'decision_of_version' },
  { table: 'mcp_version', on: 'UPDATE', when: `WHEN (${changed(DECIDING)})`, fn: 'decision_of_version' },
  { table: 'snapshot', on: 'INSERT', when: '', fn: 'decision_of_version' },
];

const FUNCTIONS = {
  // Connections use different stripes, so that transactions seldom wait for each other here, and then only while the
  // other commits, because the triggers are deferred. Each transaction increments a counter once.
  'count_decision(scopes text[])': `RETURNS void LANGUAGE sql AS $$
    INSERT INTO decision_revision AS r (scope, stripe, revision, changed_in)
    SELECT DISTINCT scope, (pg_backend_pid() % 16)::smallint, 1, pg_current_xact_id()::text::bigint
      FROM unnest(scopes) AS scope WHERE scope IS NOT NULL
     ORDER BY scope
        ON CONFLICT ON CONSTRAINT decision_revision_pkey DO UPDATE
       SET revision = r.revision + 1, changed_in = excluded.changed_in
     WHERE r.changed_in <> excluded.changed_in
  $$`,
  'decision_of_organization()': `RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM count_decision(ARRAY[(coalesce(NEW, OLD)).org_id::text]);
      RETURN NULL;
    END $$`,
  // Of a private MCP only its organization learns.
  'decision_of_mcp()': `RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM count_decision(ARRAY[
        CASE WHEN TG_OP <> 'INSERT' THEN CASE WHEN OLD.visibility = 'public' THEN '' ELSE OLD.org_id::text END END,
        CASE WHEN TG_OP <> 'DELETE' THEN CASE WHEN NEW.visibility = 'public' THEN '' ELSE NEW.org_id::text END END]);
      RETURN NULL;
    END $$`,
  'decision_of_version()': `RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM count_decision(ARRAY(
        SELECT CASE WHEN m.visibility = 'public' THEN '' ELSE m.org_id::text END
          FROM mcp m WHERE m.id = (coalesce(NEW, OLD)).mcp_id));
      RETURN NULL;
    END $$`,
} as const;

/** Launch settings, allow lists, and the counters by which decisions about whole catalogs are cached. */
export class AllowLists1800820000000 implements MigrationInterface {
  readonly name = 'AllowLists1800820000000';

  async up(runner: QueryRunner): Promise<void> {
    await this.createTables(runner);
    for (const [signature, body] of Object.entries(FUNCTIONS)) {
      await runner.query(`CREATE FUNCTION ${signature} ${body}`);
    }
    for (const { table, on, when, fn } of TRIGGERS) {
      const name = `${table}_decision${on === 'UPDATE' ? '_update' : ''}`;
      await runner.query(
        `CREATE CONSTRAINT TRIGGER ${name} AFTER ${on} ON ${table}
           DEFERRABLE INITIALLY DEFERRED FOR EACH ROW ${when} EXECUTE FUNCTION ${fn}()`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    // Including their triggers.
    for (const signature of Object.keys(FUNCTIONS).reverse()) {
      await runner.query(`DROP FUNCTION ${signature.replace('scopes ', '')} CASCADE`);
    }
    for (const table of ['allow_list', 'mcp_launch_target', 'mcp_launch', 'decision_revision']) {
      await runner.query(`DROP TABLE ${table}`);
    }
  }

  private async createTables(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE decision_revision (
        scope text NOT NULL,
        stripe smallint NOT NULL,
        revision bigint NOT NULL,
        changed_in bigint NOT NULL,
        CONSTRAINT decision_revision_pkey PRIMARY KEY (scope, stripe)
      ) WITH (fillfactor = 50)`);
    await runner.query(`
      CREATE TABLE allow_list (
        id uuid CONSTRAINT allow_list_pkey PRIMARY KEY,
        org_id uuid NOT NULL CONSTRAINT allow_list_org_id_fkey REFERENCES organization (id) ON DELETE CASCADE,
        name text NOT NULL,
        environment text NOT NULL,
        capability_hash bytea NOT NULL CONSTRAINT allow_list_capability_hash_key UNIQUE,
        created_at timestamptz NOT NULL,
        rotated_at timestamptz
      )`);
    await runner.query('CREATE INDEX allow_list_list_idx ON allow_list (org_id, created_at, id)');
    await runner.query(`
      CREATE TABLE mcp_launch (
        org_id uuid NOT NULL CONSTRAINT mcp_launch_org_id_fkey REFERENCES organization (id) ON DELETE CASCADE,
        mcp_id uuid NOT NULL CONSTRAINT mcp_launch_mcp_id_fkey REFERENCES mcp (id) ON DELETE CASCADE,
        commands jsonb NOT NULL,
        updated_at timestamptz NOT NULL,
        CONSTRAINT mcp_launch_pkey PRIMARY KEY (org_id, mcp_id)
      )`);
    await runner.query('CREATE INDEX mcp_launch_mcp_idx ON mcp_launch (mcp_id)');
    await runner.query(`
      CREATE TABLE mcp_launch_target (
        org_id uuid NOT NULL CONSTRAINT mcp_launch_target_org_id_fkey REFERENCES organization (id) ON DELETE CASCADE,
        kind text NOT NULL CONSTRAINT mcp_launch_target_kind_check CHECK (kind IN ('image', 'remote')),
        target text NOT NULL,
        mcp_id uuid NOT NULL CONSTRAINT mcp_launch_target_mcp_id_fkey REFERENCES mcp (id) ON DELETE CASCADE,
        version_id uuid CONSTRAINT mcp_launch_target_version_id_fkey REFERENCES mcp_version (id) ON DELETE CASCADE,
        CONSTRAINT mcp_launch_target_pkey PRIMARY KEY (org_id, kind, target)
      )`);
    await runner.query('CREATE INDEX mcp_launch_target_mcp_idx ON mcp_launch_target (mcp_id)');
    await runner.query('CREATE INDEX mcp_launch_target_version_idx ON mcp_launch_target (version_id)');
  }
}
