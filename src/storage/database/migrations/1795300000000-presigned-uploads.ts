import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Presigned uploads that have been issued and not been verified yet. */
export class PresignedUploads1795300000000 implements MigrationInterface {
  readonly name = 'PresignedUploads1795300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE registry_presigned_upload (
        org_id uuid NOT NULL CONSTRAINT registry_presigned_upload_org_id_fkey REFERENCES registry_organization (id),
        digest text NOT NULL,
        kind text NOT NULL
          CONSTRAINT registry_presigned_upload_kind_check CHECK (kind IN ('manifest', 'bundle', 'evidence')),
        evidence_kind text NOT NULL DEFAULT '',
        requested_by text NOT NULL,
        created_at timestamptz NOT NULL,
        CONSTRAINT registry_presigned_upload_pkey PRIMARY KEY (org_id, digest, kind, evidence_kind)
      )`);
    await runner.query(
      `CREATE INDEX registry_presigned_upload_created_at_idx ON registry_presigned_upload (created_at)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE registry_presigned_upload`);
  }
}
