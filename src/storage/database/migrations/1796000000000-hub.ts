import type { MigrationInterface, QueryRunner } from 'typeorm';

const ROLES = `('OWNER', 'ADMIN', 'MEMBER')`;
const PLANS = `('FREE', 'PRO', 'ENTERPRISE')`;
const STANDINGS = `('ACTIVE', 'SUSPENDED', 'DELETED')`;

/**
 * Tables of the hub: users, sessions, organizations, members, invitations, areas, policies, service tokens and audit
 * events.
 */
export class Hub1796000000000 implements MigrationInterface {
  readonly name = 'Hub1796000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE hub_user (
        id uuid CONSTRAINT hub_user_pkey PRIMARY KEY,
        issuer text,
        subject text,
        email text NOT NULL,
        email_key text NOT NULL,
        email_verified boolean NOT NULL DEFAULT false,
        name text NOT NULL,
        plan text NOT NULL DEFAULT 'FREE' CONSTRAINT hub_user_plan_check CHECK (plan IN ${PLANS}),
        role text NOT NULL DEFAULT 'USER' CONSTRAINT hub_user_role_check CHECK (role IN ('USER', 'PLATFORM_ADMIN')),
        status text NOT NULL DEFAULT 'ACTIVE' CONSTRAINT hub_user_status_check CHECK (status IN ${STANDINGS}),
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        last_login_at timestamptz,
        CONSTRAINT hub_user_subject_key UNIQUE (issuer, subject)
      )`);
    await runner.query(`CREATE INDEX hub_user_email_idx ON hub_user (email_key)`);
    await runner.query(`CREATE INDEX hub_user_list_idx ON hub_user (created_at, id)`);
    await runner.query(`
      CREATE TABLE hub_session (
        id_hash bytea CONSTRAINT hub_session_pkey PRIMARY KEY,
        user_id uuid NOT NULL CONSTRAINT hub_session_user_id_fkey REFERENCES hub_user (id) ON DELETE CASCADE,
        created_at timestamptz NOT NULL,
        seen_at timestamptz NOT NULL
      )`);
    await runner.query(`CREATE INDEX hub_session_user_id_idx ON hub_session (user_id)`);
    await runner.query(`CREATE INDEX hub_session_seen_at_idx ON hub_session (seen_at)`);
    await runner.query(`
      CREATE TABLE organization (
        id uuid CONSTRAINT organization_pkey PRIMARY KEY,
        name text NOT NULL,
        slug text NOT NULL,
        slug_key text NOT NULL CONSTRAINT organization_slug_key UNIQUE,
        display_name text NOT NULL,
        plan text NOT NULL CONSTRAINT organization_plan_check CHECK (plan IN ${PLANS}),
        status text NOT NULL DEFAULT 'ACTIVE' CONSTRAINT organization_status_check CHECK (status IN ${STANDINGS}),
        api_calls_per_min integer
          CONSTRAINT organization_api_calls_per_min_check CHECK (api_calls_per_min BETWEEN 1 AND 5000),
        payment_customer text CONSTRAINT organization_payment_customer_key UNIQUE,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      )`);
    await runner.query(`CREATE INDEX organization_list_idx ON organization (created_at, id)`);
    await runner.query(`
      CREATE TABLE organization_member (
        org_id uuid NOT NULL CONSTRAINT organization_member_org_id_fkey
          REFERENCES organization (id) ON DELETE CASCADE,
        user_id uuid NOT NULL CONSTRAINT organization_member_user_id_fkey
          REFERENCES hub_user (id) ON DELETE CASCADE,
        role text NOT NULL CONSTRAINT organization_member_role_check CHECK (role IN ${ROLES}),
        created_at timestamptz NOT NULL,
        CONSTRAINT organization_member_pkey PRIMARY KEY (org_id, user_id)
      )`);
    await runner.query(`CREATE INDEX organization_member_user_id_idx ON organization_member (user_id)`);
    await runner.query(`
      CREATE TABLE invitation (
        id uuid CONSTRAINT invitation_pkey PRIMARY KEY,
        org_id uuid NOT NULL CONSTRAINT invitation_org_id_fkey REFERENCES organization (id) ON DELETE CASCADE,
        email text NOT NULL,
        email_key text NOT NULL,
        role text NOT NULL CONSTRAINT invitation_role_check CHECK (role IN ${ROLES}),
        status text NOT NULL DEFAULT 'PENDING'
          CONSTRAINT invitation_status_check CHECK (status IN ('PENDING', 'ACCEPTED', 'EXPIRED', 'REVOKED')),
        invited_by uuid NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL
      )`);
    await runner.query(
      `CREATE UNIQUE INDEX invitation_pending_key ON invitation (org_id, email_key) WHERE status = 'PENDING'`,
    );
    await runner.query(`CREATE INDEX invitation_email_idx ON invitation (email_key)`);
    await runner.query(`
      CREATE TABLE area (
        id uuid CONSTRAINT area_pkey PRIMARY KEY,
        org_id uuid NOT NULL CONSTRAINT area_org_id_fkey REFERENCES organization (id) ON DELETE CASCADE,
        name text NOT NULL,
        slug text NOT NULL,
        slug_key text NOT NULL,
        description text NOT NULL DEFAULT '',
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        CONSTRAINT area_slug_key UNIQUE (org_id, slug_key)
      )`);
    await runner.query(`
      CREATE TABLE area_member (
        area_id uuid NOT NULL CONSTRAINT area_member_area_id_fkey REFERENCES area (id) ON DELETE CASCADE,
        org_id uuid NOT NULL,
        user_id uuid NOT NULL,
        role text NOT NULL CONSTRAINT area_member_role_check CHECK (role IN ('LEAD', 'MEMBER', 'VIEWER')),
        added_at timestamptz NOT NULL,
        CONSTRAINT area_member_pkey PRIMARY KEY (area_id, user_id),
        CONSTRAINT area_member_member_fkey FOREIGN KEY (org_id, user_id)
          REFERENCES organization_member (org_id, user_id) ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX area_member_member_idx ON area_member (org_id, user_id)`);
    await runner.query(`
      CREATE TABLE policy (
        id uuid CONSTRAINT policy_pkey PRIMARY KEY,
        org_id uuid NOT NULL CONSTRAINT policy_org_id_fkey REFERENCES organization (id) ON DELETE CASCADE,
        name text NOT NULL,
        description text NOT NULL DEFAULT '',
        action text NOT NULL CONSTRAINT policy_action_check CHECK (action IN ('DENY', 'WARN', 'ALLOW')),
        target_type text NOT NULL,
        target_value text NOT NULL,
        priority integer NOT NULL,
        enabled boolean NOT NULL,
        environments text[] NOT NULL DEFAULT '{}',
        reason text,
        expires_at timestamptz,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      )`);
    await runner.query(`CREATE INDEX policy_order_idx ON policy (org_id, priority, created_at, id)`);
    await runner.query(`
      CREATE TABLE service_token (
        id uuid CONSTRAINT service_token_pkey PRIMARY KEY,
        org_id uuid NOT NULL CONSTRAINT service_token_org_id_fkey REFERENCES organization (id) ON DELETE CASCADE,
        name text NOT NULL,
        description text NOT NULL DEFAULT '',
        token_hash bytea NOT NULL CONSTRAINT service_token_token_hash_key UNIQUE,
        token_prefix text NOT NULL,
        scopes text[] NOT NULL,
        created_by uuid NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        revoked_at timestamptz,
        last_used_at timestamptz
      )`);
    await runner.query(`CREATE INDEX service_token_list_idx ON service_token (org_id, created_at, id)`);
    await runner.query(`
      CREATE TABLE audit_chain (
        id uuid CONSTRAINT audit_chain_pkey PRIMARY KEY,
        length bigint NOT NULL,
        hash bytea NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE audit_event (
        id uuid CONSTRAINT audit_event_pkey PRIMARY KEY,
        chain_id uuid NOT NULL CONSTRAINT audit_event_chain_id_fkey REFERENCES audit_chain (id),
        position bigint NOT NULL,
        org_id uuid,
        occurred_at timestamptz NOT NULL,
        actor_id uuid,
        actor_type text NOT NULL
          CONSTRAINT audit_event_actor_type_check CHECK (actor_type IN ('user', 'service_token', 'system')),
        actor_name text NOT NULL,
        action text NOT NULL,
        resource_type text NOT NULL,
        resource_id uuid,
        details jsonb NOT NULL,
        ip_address text NOT NULL,
        user_agent text NOT NULL,
        previous_hash bytea NOT NULL,
        hash bytea NOT NULL,
        CONSTRAINT audit_event_position_key UNIQUE (chain_id, position)
      )`);
    await runner.query(`CREATE INDEX audit_event_org_idx ON audit_event (org_id, occurred_at, position)`);
    await runner.query(`CREATE INDEX audit_event_actor_idx ON audit_event (actor_id, occurred_at)`);
    await runner.query(`CREATE INDEX audit_event_time_idx ON audit_event (occurred_at, id)`);
    await runner.query(`
      CREATE FUNCTION audit_event_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'audit events are never changed or removed';
      END $$`);
    await runner.query(`
      CREATE TRIGGER audit_event_append_only BEFORE UPDATE OR DELETE ON audit_event
        FOR EACH ROW EXECUTE FUNCTION audit_event_is_append_only()`);
    await runner.query(`
      CREATE TRIGGER audit_event_no_truncate BEFORE TRUNCATE ON audit_event
        FOR EACH STATEMENT EXECUTE FUNCTION audit_event_is_append_only()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [
      'audit_event',
      'audit_chain',
      'service_token',
      'policy',
      'area_member',
      'area',
      'invitation',
      'organization_member',
      'organization',
      'hub_session',
      'hub_user',
    ]) {
      await runner.query(`DROP TABLE ${table}`);
    }
    await runner.query('DROP FUNCTION audit_event_is_append_only');
  }
}
