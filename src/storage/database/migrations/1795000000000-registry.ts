import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables of the registry: local users, organizations, members, API tokens, packages, versions and artifacts. */
export class Registry1795000000000 implements MigrationInterface {
  readonly name = 'Registry1795000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE local_user (
        id uuid CONSTRAINT local_user_pkey PRIMARY KEY,
        username text NOT NULL,
        username_key text NOT NULL CONSTRAINT local_user_username_key UNIQUE,
        email text,
        password_hash text NOT NULL,
        registry_admin boolean NOT NULL DEFAULT false,
        disabled_at timestamptz,
        created_at timestamptz NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE registry_organization (
        id uuid CONSTRAINT registry_organization_pkey PRIMARY KEY,
        slug text NOT NULL,
        slug_key text NOT NULL CONSTRAINT registry_organization_slug_key UNIQUE,
        created_at timestamptz NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE registry_member (
        org_id uuid NOT NULL CONSTRAINT registry_member_org_id_fkey
          REFERENCES registry_organization (id) ON DELETE CASCADE,
        username_key text NOT NULL,
        username text NOT NULL,
        role text NOT NULL CONSTRAINT registry_member_role_check CHECK (role IN ('admin', 'member')),
        created_at timestamptz NOT NULL,
        CONSTRAINT registry_member_pkey PRIMARY KEY (org_id, username_key)
      )`);
    await runner.query(`CREATE INDEX registry_member_username_idx ON registry_member (username_key)`);
    await runner.query(`
      CREATE TABLE registry_api_token (
        id uuid CONSTRAINT registry_api_token_pkey PRIMARY KEY,
        token_id text NOT NULL CONSTRAINT registry_api_token_token_id_key UNIQUE,
        secret_hash bytea NOT NULL,
        owner text NOT NULL,
        parent_id uuid CONSTRAINT registry_api_token_parent_id_fkey
          REFERENCES registry_api_token (id) ON DELETE CASCADE,
        description text NOT NULL,
        scopes text[] NOT NULL,
        resources text[] NOT NULL,
        expires_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL
      )`);
    await runner.query(`CREATE INDEX registry_api_token_owner_idx ON registry_api_token (owner)`);
    await runner.query(`CREATE INDEX registry_api_token_parent_id_idx ON registry_api_token (parent_id)`);
    await runner.query(`
      CREATE TABLE registry_package (
        id uuid CONSTRAINT registry_package_pkey PRIMARY KEY,
        org_id uuid NOT NULL CONSTRAINT registry_package_org_id_fkey REFERENCES registry_organization (id),
        name text NOT NULL,
        name_key text NOT NULL,
        visibility text NOT NULL DEFAULT 'private'
          CONSTRAINT registry_package_visibility_check CHECK (visibility IN ('public', 'private')),
        description text NOT NULL DEFAULT '',
        tags text[] NOT NULL DEFAULT '{}',
        default_policy_ref text,
        revision bigint NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL,
        CONSTRAINT registry_package_name_key UNIQUE (org_id, name_key)
      )`);
    await runner.query(`
      CREATE TABLE registry_version (
        id uuid CONSTRAINT registry_version_pkey PRIMARY KEY,
        package_id uuid NOT NULL CONSTRAINT registry_version_package_id_fkey REFERENCES registry_package (id),
        org_id uuid NOT NULL,
        version text NOT NULL,
        sort_key text COLLATE "C" NOT NULL,
        prerelease boolean NOT NULL,
        status text NOT NULL
          CONSTRAINT registry_version_status_check CHECK (status IN ('draft', 'ingested', 'published', 'revoked')),
        git_sha text COLLATE "C" NOT NULL,
        repo_url text NOT NULL,
        repo_visibility text NOT NULL,
        repo_provider text NOT NULL,
        repo_ref text NOT NULL,
        repo_commit text NOT NULL,
        certification_level smallint
          CONSTRAINT registry_version_certification_level_check CHECK (certification_level BETWEEN 0 AND 3),
        manifest_digest text NOT NULL,
        bundle_digest text NOT NULL,
        bundle_size_bytes bigint NOT NULL,
        published_by text NOT NULL,
        created_at timestamptz NOT NULL,
        published_at timestamptz,
        revoked_at timestamptz,
        revoked_reason text,
        CONSTRAINT registry_version_sort_key_key UNIQUE (package_id, sort_key)
      )`);
    await runner.query(`
      CREATE INDEX registry_version_choice_idx
        ON registry_version (package_id, status, prerelease, sort_key)`);
    await runner.query(
      `CREATE INDEX registry_version_list_idx ON registry_version (package_id, created_at, id)`,
    );
    await runner.query(`CREATE INDEX registry_version_git_sha_idx ON registry_version (package_id, git_sha)`);
    await runner.query(
      `CREATE INDEX registry_version_manifest_digest_idx ON registry_version (org_id, manifest_digest)`,
    );
    await runner.query(
      `CREATE INDEX registry_version_bundle_digest_idx ON registry_version (org_id, bundle_digest)`,
    );
    await runner.query(`
      CREATE TABLE registry_version_alias (
        package_id uuid NOT NULL,
        alias text NOT NULL,
        version_id uuid NOT NULL CONSTRAINT registry_version_alias_version_id_fkey
          REFERENCES registry_version (id) ON DELETE CASCADE,
        CONSTRAINT registry_version_alias_pkey PRIMARY KEY (package_id, alias)
      )`);
    await runner.query(
      `CREATE INDEX registry_version_alias_version_id_idx ON registry_version_alias (version_id)`,
    );
    await runner.query(`
      CREATE TABLE registry_version_evidence (
        version_id uuid NOT NULL CONSTRAINT registry_version_evidence_version_id_fkey
          REFERENCES registry_version (id) ON DELETE CASCADE,
        digest text NOT NULL,
        org_id uuid NOT NULL,
        CONSTRAINT registry_version_evidence_pkey PRIMARY KEY (version_id, digest)
      )`);
    await runner.query(
      `CREATE INDEX registry_version_evidence_digest_idx ON registry_version_evidence (org_id, digest)`,
    );
    await runner.query(`
      CREATE TABLE registry_artifact (
        id uuid CONSTRAINT registry_artifact_pkey PRIMARY KEY,
        org_id uuid NOT NULL CONSTRAINT registry_artifact_org_id_fkey REFERENCES registry_organization (id),
        digest text NOT NULL,
        kind text NOT NULL
          CONSTRAINT registry_artifact_kind_check CHECK (kind IN ('manifest', 'bundle', 'evidence')),
        evidence_kind text NOT NULL DEFAULT '',
        size_bytes bigint NOT NULL,
        uploaded_by text NOT NULL,
        created_at timestamptz NOT NULL,
        CONSTRAINT registry_artifact_digest_key UNIQUE (org_id, digest, kind, evidence_kind)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [
      'registry_artifact',
      'registry_version_evidence',
      'registry_version_alias',
      'registry_version',
      'registry_package',
      'registry_api_token',
      'registry_member',
      'registry_organization',
      'local_user',
    ]) {
      await runner.query(`DROP TABLE ${table}`);
    }
  }
}
