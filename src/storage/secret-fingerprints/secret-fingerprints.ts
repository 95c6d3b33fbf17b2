import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work.js';

// Secrets have at least 32 bytes, so that none can be guessed from it.
const fingerprintOf = (secret: string): Buffer =>
  createHmac('sha256', secret).update('mcp-hub secret fingerprint').digest();

/** Recognizes a secret again, so that a lost one is noticed (ADR 107). */
@Injectable()
export class SecretFingerprints {
  constructor(private readonly uow: UnitOfWork) {}

  /** Records the secret of a setting; whether another one was recorded before. */
  async record(name: string, secret: string): Promise<boolean> {
    const row = await this.uow.row<{ isAnother: boolean }>(
      `WITH before AS (SELECT fingerprint FROM secret_fingerprint WHERE name = $1),
       written AS (
         INSERT INTO secret_fingerprint AS s (name, fingerprint, recorded_at) VALUES ($1, $2, now())
         ON CONFLICT ON CONSTRAINT secret_fingerprint_pkey DO UPDATE
           SET fingerprint = excluded.fingerprint, recorded_at = excluded.recorded_at
           WHERE s.fingerprint <> excluded.fingerprint)
       SELECT EXISTS (SELECT FROM before WHERE fingerprint <> $2) AS "isAnother"`,
      [name, fingerprintOf(secret)],
    );
    return row?.isAnother === true;
  }

  /** Whether the recorded secret of a setting is this one; false if none is recorded. */
  async isRecorded(name: string, secret: string): Promise<boolean> {
    const row = await this.uow.row(
      `SELECT name FROM secret_fingerprint WHERE name = $1 AND fingerprint = $2`,
      [name, fingerprintOf(secret)],
    );
    return row !== undefined;
  }
}
