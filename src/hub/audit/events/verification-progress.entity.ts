import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Verification progress of an audit chain. It has no foreign key, so that it remains after its chain is deleted. */
@Entity('audit_checkpoint')
export class VerificationProgress {
  @PrimaryColumn('uuid', { name: 'chain_id', primaryKeyConstraintName: 'audit_checkpoint_pkey' })
  chainId: string;

  /** Position of the last verified event; 0 if there is none. */
  @Column('bigint', { name: 'position', default: 0 })
  position: string;

  /** Hash of that event; 32 zero bytes if there is none. */
  @Column('bytea', { name: 'hash' })
  hash: Buffer;

  /** Position up to which verified events were read again in the current pass. */
  @Column('bigint', { name: 'reread_position', default: 0 })
  rereadPosition: string;

  @Column('bytea', { name: 'reread_hash' })
  rereadHash: Buffer;

  /** When the current pass started. */
  @Column('timestamptz', { name: 'pass_started_at', nullable: true })
  passStartedAt: Date | null;

  /** All events up to `position` were read at or after this time. */
  @Column('timestamptz', { name: 'complete_since', nullable: true })
  completeSince: Date | null;

  @Column('timestamptz', { name: 'checked_at', nullable: true })
  checkedAt: Date | null;

  /** Lease of the process that is verifying the chain. */
  @Column('uuid', { name: 'lease_id', nullable: true })
  leaseId: string | null;

  /** After this time another process may take over. */
  @Column('timestamptz', { name: 'leased_until', nullable: true })
  leasedUntil: Date | null;
}
