import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A sent invitation mail, for the rate limits of mails. Kept for a day, even if its invitation is deleted. */
@Entity('invitation_mail')
@Index('invitation_mail_mailbox_idx', ['mailbox', 'sentAt'])
@Index('invitation_mail_org_idx', ['orgId', 'sentAt'])
@Index('invitation_mail_sent_at_idx', ['sentAt'])
export class InvitationMailLog {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'invitation_mail_pkey' })
  id: string;

  @Column('uuid', { name: 'org_id' })
  orgId: string;

  /** The normalized address (`mailboxKey`). */
  @Column('text', { name: 'mailbox' })
  mailbox: string;

  @Column('timestamptz', { name: 'sent_at' })
  sentAt: Date;
}
