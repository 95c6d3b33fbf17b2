import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { HubUser } from '../identity/hub-user.entity.js';

/** A session of a signed-in browser. */
@Entity('hub_session')
@Index('hub_session_user_id_idx', ['userId'])
@Index('hub_session_seen_at_idx', ['seenAt'])
export class HubSession {
  /** SHA-256 of the cookie. */
  @PrimaryColumn('bytea', { name: 'id_hash', primaryKeyConstraintName: 'hub_session_pkey' })
  idHash: Buffer;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  /** The address that the identity provider verified, at the sign-in. */
  @Column('text', { name: 'verified_email', nullable: true })
  verifiedEmail: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  /** True within a minute. */
  @Column('timestamptz', { name: 'seen_at' })
  seenAt: Date;

  /** The refresh token of the identity provider, encrypted; null if it gave none. */
  @Column('bytea', { name: 'refresh_sealed', nullable: true })
  refreshSealed: Buffer | null;

  /** When the provider is to be asked again. */
  @Column('timestamptz', { name: 'refresh_at', nullable: true })
  refreshAt: Date | null;

  @ManyToOne(() => HubUser, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'hub_session_user_id_fkey' })
  user?: Relation<HubUser>;
}
