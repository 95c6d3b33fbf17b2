import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Deleted accounts of an identity provider leave the organizations of the registry. Of their subjects only hashes with the issuer
 * are left, so the members are compared with these. Names of local users are no subjects.
 */
export class DeletedMembers1801364000000 implements MigrationInterface {
  readonly name = 'DeletedMembers1801364000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM registry_member m
       USING deleted_subject d,
             (SELECT issuer FROM hub_user WHERE issuer IS NOT NULL
              UNION SELECT issuer FROM registry_api_token WHERE issuer <> '') i
       WHERE d.subject_hash = sha256(convert_to(i.issuer || E'\\n' || m.username, 'UTF8'))
         AND m.created_at <= d.deleted_at
         AND NOT EXISTS (SELECT FROM local_user l WHERE l.username_key = m.username_key)`);
  }

  /** The rows are gone. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
