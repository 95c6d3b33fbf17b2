import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';

// Any number that no other advisory lock of the product has.
const MAILBOX_LOCKS = 0x6d626f78;

const MAX_TO_MAILBOX = 3;
const MAX_OF_ORGANIZATION = 50;
const MAX_REMOVED = 100;

/** SQL of the mails that went out. */
@Injectable()
export class InvitationMailsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Records a mail, unless the mailbox has had three in the last 24 hours or the organization has sent fifty in the last
   * hour; false then. Within a transaction that has locked the organization. Old records go, some at a time.
   */
  async record(orgId: string, mailbox: string): Promise<boolean> {
    await this.uow.rows('SELECT pg_advisory_xact_lock($1, hashtext($2))', [MAILBOX_LOCKS, mailbox]);
    // Not now(), which is when the transaction began: it may have waited for the locks.
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
