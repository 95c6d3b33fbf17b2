import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The names and administrators of the hub's organizations, for the registry (ADR 39). */
export class OrganizationNames1799410000000 implements MigrationInterface {
  readonly name = 'OrganizationNames1799410000000';

  async up(runner: QueryRunner): Promise<void> {
    // Including deleted organizations, whose names stay reserved.
    await runner.query(`CREATE VIEW hub_organization_name AS SELECT slug_key, slug FROM organization`);
    await runner.query(`
      CREATE VIEW hub_administrator AS
      SELECT u.issuer, u.subject, o.slug_key
        FROM hub_user u
        JOIN organization_member m ON m.user_id = u.id AND m.role IN ('OWNER', 'ADMIN')
        JOIN organization o ON o.id = m.org_id AND o.status = 'ACTIVE'
       WHERE u.status = 'ACTIVE'
      UNION ALL
      SELECT issuer, subject, NULL FROM hub_user WHERE status = 'ACTIVE' AND role = 'PLATFORM_ADMIN'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP VIEW hub_administrator`);
    await runner.query(`DROP VIEW hub_organization_name`);
  }
}
