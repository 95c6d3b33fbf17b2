import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** That a mail about an invitation went out: what the limits of mails count. Kept for a day; it outlives its invitation. */
@Entity('invitation_mail')
@Index('invitation_mail_mailbox_idx', ['mailbox', 'sentAt'])
@Index('invitation_mail_org_idx', ['orgId', 'sentAt'])
@Index('invitation_mail_sent_at_idx', ['sentAt'])
export class InvitationMailLog {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'invitation_mail_pkey' })
  id: string;

  @Column('uuid', { name: 'org_id' })
  orgId: string;

  /** Where the mail arrives (`mailboxKey`). */
  @Column('text', { name: 'mailbox' })
  mailbox: string;

  @Column('timestamptz', { name: 'sent_at' })
  sentAt: Date;
}
