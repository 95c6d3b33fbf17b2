import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Fingerprints of the secrets with which servers have started (ADR 107). */
export class SecretFingerprints1801380000000 implements MigrationInterface {
  readonly name = 'SecretFingerprints1801380000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE secret_fingerprint (
        name text NOT NULL,
        fingerprint bytea NOT NULL,
        recorded_at timestamptz NOT NULL,
        CONSTRAINT secret_fingerprint_pkey PRIMARY KEY (name)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE secret_fingerprint');
  }
}
