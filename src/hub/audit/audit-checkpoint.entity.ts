import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How far a chain of audit events has been verified. References no other row, so that it outlives a chain that is gone. */
@Entity('audit_checkpoint')
export class AuditCheckpoint {
  @PrimaryColumn('uuid', { name: 'chain_id', primaryKeyConstraintName: 'audit_checkpoint_pkey' })
  chainId: string;

  /** Of the last event that was verified; 0 before the first. */
  @Column('bigint', { name: 'position', default: 0 })
  position: string;

  /** Of that event; 32 zero bytes before the first. */
  @Column('bytea', { name: 'hash' })
  hash: Buffer;

  /** How far what was verified before has been read again in the current pass over the chain. */
  @Column('bigint', { name: 'reread_position', default: 0 })
  rereadPosition: string;

  @Column('bytea', { name: 'reread_hash' })
  rereadHash: Buffer;

  /** When the current pass began. */
  @Column('timestamptz', { name: 'pass_started_at', nullable: true })
  passStartedAt: Date | null;

  /** All events up to `position` were read at or after this moment. */
  @Column('timestamptz', { name: 'complete_since', nullable: true })
  completeSince: Date | null;

  @Column('timestamptz', { name: 'checked_at', nullable: true })
  checkedAt: Date | null;

  /** Of the process that verifies the chain now. */
  @Column('uuid', { name: 'lease_id', nullable: true })
  leaseId: string | null;

  /** From then on another process may verify the chain. */
  @Column('timestamptz', { name: 'leased_until', nullable: true })
  leasedUntil: Date | null;
}
