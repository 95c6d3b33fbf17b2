import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Certifications of versions, and the origin of packages in the hub's catalog (ADR 33, ADR 34). */
export class Certification1799300000000 implements MigrationInterface {
  readonly name = 'Certification1799300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE registry_version ADD COLUMN content_key text`);
    await runner.query(`
      CREATE TABLE registry_certification (
        package_id uuid NOT NULL
          CONSTRAINT registry_certification_package_id_fkey REFERENCES registry_package (id),
        content_key text NOT NULL,
        bundle_digest text NOT NULL,
        level smallint NOT NULL CONSTRAINT registry_certification_level_check CHECK (level BETWEEN 0 AND 3),
        global_score smallint
          CONSTRAINT registry_certification_global_score_check CHECK (global_score BETWEEN 0 AND 100),
        snapshot_id text,
        evaluated_at timestamptz,
        certified_by text NOT NULL,
        created_at timestamptz NOT NULL,
        CONSTRAINT registry_certification_pkey PRIMARY KEY (package_id, content_key)
      )`);
    await runner.query(`
      CREATE VIEW package_origin AS
      SELECT o.slug_key AS org_key, m.name_key AS package_key, m.origin
        FROM organization o
        JOIN mcp m ON m.org_id = o.id
       WHERE o.status = 'ACTIVE'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP VIEW package_origin`);
    await runner.query(`DROP TABLE registry_certification`);
    await runner.query(`ALTER TABLE registry_version DROP COLUMN content_key`);
  }
}
