import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { milliseconds } from './credential-times.js';

/** What stays of the subject of a deleted account: tokens that were issued before are recognized by it. */
export const subjectHash = (issuer: string, subject: string): Buffer =>
  hash('sha256', `${issuer}\n${subject}`, 'buffer');

/** What the hub says about a subject of an identity provider. */
export interface SubjectAccess {
  /** An administrator has suspended the user. */
  readonly suspended: boolean;
  /** When the credentials of the subject ended last, in milliseconds since 1970; null if they never did. */
  readonly credentialsValidFrom: number | null;
}

/** SQL of subjects of identity providers: those of users, and those whose accounts were deleted (ADR 89). */
@Injectable()
export class SubjectsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** When the last account with this subject was deleted, in milliseconds since 1970; null if none was. */
  async deletionOf(issuer: string, subject: string): Promise<number | null> {
    const row = await this.uow.row<{ at: number }>(
      `SELECT ${milliseconds('deleted_at')} AS at FROM deleted_subject WHERE subject_hash = $1`,
      [subjectHash(issuer, subject)],
    );
    return row?.at ?? null;
  }

  /** Whether a subject has access, also one that the hub does not know, in one statement. */
  async accessOf(issuer: string, subject: string): Promise<SubjectAccess> {
    const row = await this.uow.row<SubjectAccess>(
      `SELECT coalesce(u.status <> 'ACTIVE', false) AS suspended,
              ${milliseconds('greatest(u.credentials_valid_from, d.deleted_at)')} AS "credentialsValidFrom"
         FROM (SELECT $1::text AS issuer, $2::text AS subject) s
         LEFT JOIN hub_user u ON u.issuer = s.issuer AND u.subject = s.subject
         LEFT JOIN deleted_subject d ON d.subject_hash = $3`,
      [issuer, subject, subjectHash(issuer, subject)],
    );
    return row ?? { suspended: false, credentialsValidFrom: null };
  }
}
