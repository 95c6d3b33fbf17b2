import type { MigrationInterface, QueryRunner } from 'typeorm';

const LOCAL = `'urn:mcp-hub:local-users'`;
const INVENTED = `'%@localhost'`;

/**
 * Credentials of an account end at once (ADR 102), and roles that settings give are given once (ADR 103). The addresses of
 * local users who have none are not verified any more.
 */
export class EndedCredentials1801370000000 implements MigrationInterface {
  readonly name = 'EndedCredentials1801370000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE hub_user RENAME COLUMN credentials_after TO credentials_valid_from');
    await runner.query(`
      ALTER TABLE hub_user ADD COLUMN platform_role_given boolean NOT NULL DEFAULT false,
        ADD COLUMN refused_by_provider_at timestamptz`);
    await runner.query(`
      ALTER TABLE local_user ADD COLUMN credentials_valid_from timestamptz,
        ADD COLUMN first_administrator boolean NOT NULL DEFAULT false`);
    await runner.query(`
      CREATE UNIQUE INDEX local_user_first_administrator_key ON local_user (first_administrator)
        WHERE first_administrator`);
    await runner.query(`UPDATE hub_user SET platform_role_given = true WHERE role = 'PLATFORM_ADMIN'`);
    // The account that the first start has created, if it has the address of the default settings.
    await runner.query(`
      UPDATE local_user SET first_administrator = true
       WHERE registry_admin AND email = 'admin@localhost'
         AND id = (SELECT id FROM local_user ORDER BY created_at, id LIMIT 1)`);
    await runner.query(`
      UPDATE hub_session s SET verified_email = NULL FROM hub_user u
       WHERE u.id = s.user_id AND u.issuer = ${LOCAL} AND s.verified_email LIKE ${INVENTED}`);
    await runner.query(`
      UPDATE hub_user SET email_verified = false
       WHERE issuer = ${LOCAL} AND email_verified AND email_key LIKE ${INVENTED}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE local_user DROP COLUMN first_administrator, DROP COLUMN credentials_valid_from',
    );
    await runner.query(
      'ALTER TABLE hub_user DROP COLUMN refused_by_provider_at, DROP COLUMN platform_role_given',
    );
    await runner.query('ALTER TABLE hub_user RENAME COLUMN credentials_valid_from TO credentials_after');
  }
}
