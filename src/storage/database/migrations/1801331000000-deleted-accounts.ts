import type { MigrationInterface, QueryRunner } from 'typeorm';

const LOCAL = `'urn:mcp-hub:local-users'`;

/** Deleted accounts free their names, addresses and subjects (ADR 89). */
export class DeletedAccounts1801331000000 implements MigrationInterface {
  readonly name = 'DeletedAccounts1801331000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE deleted_subject (
        subject_hash bytea NOT NULL,
        deleted_at timestamptz NOT NULL,
        CONSTRAINT deleted_subject_pkey PRIMARY KEY (subject_hash)
      )`);
    await runner.query('ALTER TABLE hub_user ADD COLUMN credentials_after timestamptz');
    await runner.query(`
      ALTER TABLE registry_api_token ADD COLUMN owner_id uuid,
        ADD CONSTRAINT registry_api_token_owner_id_fkey
          FOREIGN KEY (owner_id) REFERENCES local_user (id) ON DELETE CASCADE`);
    await runner.query('CREATE INDEX registry_api_token_owner_id_idx ON registry_api_token (owner_id)');
    await runner.query(`
      UPDATE registry_api_token t SET owner_id = u.id FROM local_user u
       WHERE t.issuer = '' AND u.username = t.owner`);
    await runner.query(`
      INSERT INTO deleted_subject
      SELECT sha256(convert_to(issuer || E'\\n' || subject, 'UTF8')), now()
        FROM hub_user WHERE status = 'DELETED' AND subject IS NOT NULL
      ON CONFLICT DO NOTHING`);
    await runner.query(`
      DELETE FROM registry_member m USING local_user l, hub_user h
       WHERE l.id::text = h.subject AND h.issuer = ${LOCAL} AND h.status = 'DELETED'
         AND m.username_key = l.username_key`);
    await runner.query(`
      DELETE FROM local_user l USING hub_user h
       WHERE l.id::text = h.subject AND h.issuer = ${LOCAL} AND h.status = 'DELETED'`);
    await runner.query(`
      UPDATE hub_user SET issuer = NULL, subject = NULL, email = '', email_key = '', email_verified = false,
                          name = '', role = 'USER'
       WHERE status = 'DELETED'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE registry_api_token DROP COLUMN owner_id');
    await runner.query('ALTER TABLE hub_user DROP COLUMN credentials_after');
    await runner.query('DROP TABLE deleted_subject');
  }
}
