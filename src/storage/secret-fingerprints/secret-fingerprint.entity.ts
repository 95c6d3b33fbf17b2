import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Which secret the servers of this database had when one of them started last. */
@Entity('secret_fingerprint')
export class SecretFingerprint {
  /** The setting, such as `SESSION_SECRET`. */
  @PrimaryColumn('text', { name: 'name', primaryKeyConstraintName: 'secret_fingerprint_pkey' })
  name: string;

  /** A keyed hash, from which the secret cannot be learned. */
  @Column('bytea', { name: 'fingerprint' })
  fingerprint: Buffer;

  @Column('timestamptz', { name: 'recorded_at' })
  recordedAt: Date;
}
