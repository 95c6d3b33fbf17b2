import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';

// Class id of these advisory locks, different from those of all others.
const MAILBOX_LOCKS = 0x6d626f78;

const MAX_TO_MAILBOX = 3;
const MAX_OF_ORGANIZATION = 50;
const MAX_REMOVED = 100;

/** SQL of the sent invitation mails. */
@Injectable()
export class InvitationMailsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Records a mail; false if the mailbox got three in the last 24 hours or the organization sent fifty in the last
   * hour. The organization must be locked. Also deletes a batch of old records.
   */
  async record(orgId: string, mailbox: string): Promise<boolean> {
    await this.uow.rows('SELECT pg_advisory_xact_lock($1, hashtext($2))', [MAILBOX_LOCKS, mailbox]);
    // `now()` is the start of the transaction, which may have waited for locks; hence `clock_timestamp()`.
    const recorded = await this.uow.rows(
      `WITH gone AS (
         DELETE FROM invitation_mail WHERE id IN (
           SELECT id FROM invitation_mail WHERE sent_at <= now() - interval '1 day'
            ORDER BY sent_at LIMIT ${MAX_REMOVED} FOR UPDATE SKIP LOCKED))
       INSERT INTO invitation_mail (id, org_id, mailbox, sent_at)
       SELECT $1::uuid, $2::uuid, $3, clock_timestamp()
        WHERE (SELECT count(*) FROM invitation_mail
                WHERE mailbox = $3 AND sent_at > clock_timestamp() - interval '1 day') < ${MAX_TO_MAILBOX}
          AND (SELECT count(*) FROM invitation_mail
                WHERE org_id = $2 AND sent_at > clock_timestamp() - interval '1 hour') < ${MAX_OF_ORGANIZATION}
       RETURNING id`,
      [randomUUID(), orgId, mailbox],
    );
    return recorded.length === 1;
  }
}
