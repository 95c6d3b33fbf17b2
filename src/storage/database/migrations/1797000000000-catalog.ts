import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The catalog of MCP servers: packages, versions and analysis results. */
export class Catalog1797000000000 implements MigrationInterface {
  readonly name = 'Catalog1797000000000';

  async up(runner: QueryRunner): Promise<void> {
    // Indexes substrings. pg_trgm is a trusted extension: the owner of the database may create it.
    await runner.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
    for (const table of ['category', 'tag']) {
      await runner.query(`
        CREATE TABLE ${table} (
          id uuid CONSTRAINT ${table}_pkey PRIMARY KEY,
          name text NOT NULL,
          slug text NOT NULL CONSTRAINT ${table}_slug_key UNIQUE,
          description text NOT NULL DEFAULT '',
          created_at timestamptz NOT NULL,
          updated_at timestamptz NOT NULL
        )`);
    }
    await runner.query(`
      CREATE TABLE mcp (
        id uuid CONSTRAINT mcp_pkey PRIMARY KEY,
        org_id uuid CONSTRAINT mcp_org_id_fkey REFERENCES organization (id) ON DELETE CASCADE,
        area_id uuid CONSTRAINT mcp_area_id_fkey REFERENCES area (id) ON DELETE SET NULL,
        category_id uuid CONSTRAINT mcp_category_id_fkey REFERENCES category (id) ON DELETE SET NULL,
        name text NOT NULL,
        name_key text NOT NULL,
        description text NOT NULL DEFAULT '',
        repo_url text NOT NULL,
        repo_key text NOT NULL,
        source text,
        language text NOT NULL DEFAULT '',
        license text NOT NULL DEFAULT '',
        visibility text NOT NULL CONSTRAINT mcp_visibility_check CHECK (visibility IN ('public', 'private')),
        origin text NOT NULL
          CONSTRAINT mcp_origin_check CHECK (origin IN ('official', 'verified', 'community')),
        featured boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      )`);
    await runner.query(
      `CREATE UNIQUE INDEX mcp_name_key ON mcp (coalesce(org_id, '00000000-0000-0000-0000-000000000000'), name_key)`,
    );
    await runner.query(`CREATE INDEX mcp_name_idx ON mcp (name_key)`);
    await runner.query(`CREATE INDEX mcp_repo_idx ON mcp (repo_key)`);
    await runner.query(`CREATE INDEX mcp_org_idx ON mcp (org_id, created_at, id)`);
    await runner.query(`CREATE INDEX mcp_area_idx ON mcp (area_id)`);
    await runner.query(`CREATE INDEX mcp_category_idx ON mcp (category_id)`);
    await runner.query(`CREATE INDEX mcp_list_idx ON mcp (created_at, id)`);
    await runner.query(`CREATE INDEX mcp_public_idx ON mcp (created_at, id) WHERE visibility = 'public'`);
    await runner.query(
      `CREATE INDEX mcp_search_idx ON mcp USING gin (lower(name || E'\\n' || description) gin_trgm_ops)`,
    );
    await runner.query(`
      CREATE TABLE mcp_tag (
        mcp_id uuid NOT NULL CONSTRAINT mcp_tag_mcp_id_fkey REFERENCES mcp (id) ON DELETE CASCADE,
        tag_id uuid NOT NULL CONSTRAINT mcp_tag_tag_id_fkey REFERENCES tag (id) ON DELETE CASCADE,
        CONSTRAINT mcp_tag_pkey PRIMARY KEY (mcp_id, tag_id)
      )`);
    await runner.query(`CREATE INDEX mcp_tag_tag_id_idx ON mcp_tag (tag_id)`);
    await runner.query(`
      CREATE TABLE mcp_version (
        id uuid CONSTRAINT mcp_version_pkey PRIMARY KEY,
        mcp_id uuid NOT NULL CONSTRAINT mcp_version_mcp_id_fkey REFERENCES mcp (id) ON DELETE CASCADE,
        visible_version text NOT NULL,
        commit_hash text NOT NULL,
        semver text,
        status text NOT NULL CONSTRAINT mcp_version_status_check
          CHECK (status IN ('INGESTED', 'ANALYZING', 'CERTIFIED', 'NOT_CERTIFIED', 'FAILED', 'PUBLISHED')),
        global_score integer CONSTRAINT mcp_version_global_score_check CHECK (global_score BETWEEN 0 AND 100),
        certification_level integer
          CONSTRAINT mcp_version_certification_level_check CHECK (certification_level BETWEEN 0 AND 3),
        source_size bigint,
        tarball_url text,
        tarball_sha256 text,
        failure_reason text,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        CONSTRAINT mcp_version_visible_version_key UNIQUE (mcp_id, visible_version)
      )`);
    await runner.query(`CREATE INDEX mcp_version_list_idx ON mcp_version (mcp_id, created_at, id)`);
    // No foreign keys: snapshots are evidence and outlive the servers they describe.
    await runner.query(`
      CREATE TABLE snapshot (
        id uuid CONSTRAINT snapshot_pkey PRIMARY KEY,
        mcp_id uuid NOT NULL,
        version_id uuid NOT NULL,
        global_score integer NOT NULL,
        security_score integer NOT NULL,
        supply_chain_score integer NOT NULL,
        maturity_score integer NOT NULL,
        breakdown jsonb NOT NULL,
        grade text NOT NULL,
        complete boolean NOT NULL,
        toolchain_version text NOT NULL,
        scoring_version text NOT NULL,
        controls_catalog_version text NOT NULL,
        total_findings integer NOT NULL,
        critical_findings integer NOT NULL,
        high_findings integer NOT NULL,
        medium_findings integer NOT NULL,
        low_findings integer NOT NULL,
        finding_classes text[] NOT NULL DEFAULT '{}',
        created_at timestamptz NOT NULL
      )`);
    await runner.query(`CREATE INDEX snapshot_version_idx ON snapshot (version_id, created_at, id)`);
    await runner.query(`CREATE INDEX snapshot_mcp_idx ON snapshot (mcp_id, created_at, id)`);
    await runner.query(`
      CREATE TABLE control_result (
        id uuid CONSTRAINT control_result_pkey PRIMARY KEY,
        snapshot_id uuid NOT NULL CONSTRAINT control_result_snapshot_id_fkey REFERENCES snapshot (id) ON DELETE CASCADE,
        control_id text NOT NULL,
        control_name text NOT NULL,
        control_category text NOT NULL,
        passed boolean NOT NULL,
        severity text NOT NULL,
        message text NOT NULL,
        CONSTRAINT control_result_control_key UNIQUE (snapshot_id, control_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['control_result', 'snapshot', 'mcp_version', 'mcp_tag', 'mcp', 'tag', 'category']) {
      await runner.query(`DROP TABLE ${table}`);
    }
    await runner.query('DROP EXTENSION pg_trgm');
  }
}
