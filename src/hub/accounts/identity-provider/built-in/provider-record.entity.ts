import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** State of the built-in provider: unfinished sign-ins, refresh tokens, and what they are granted. */
@Entity('built_in_provider_state')
@Index('built_in_provider_state_grant_idx', ['grantId'])
@Index('built_in_provider_state_expires_at_idx', ['expiresAt'])
export class ProviderRecord {
  @PrimaryColumn('text', { name: 'kind', primaryKeyConstraintName: 'built_in_provider_state_pkey' })
  kind: string;

  /** SHA-256 of its id, which is the token. */
  @PrimaryColumn('bytea', { name: 'id_hash', primaryKeyConstraintName: 'built_in_provider_state_pkey' })
  idHash: Buffer;

  @Column('text', { name: 'grant_id', nullable: true })
  grantId: string | null;

  @Column('jsonb', { name: 'payload' })
  payload: object;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
