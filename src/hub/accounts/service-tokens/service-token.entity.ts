import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique, type Relation } from 'typeorm';
import { Organization } from '../organizations/organization.entity.js';

/** A credential of an organization for automation. */
@Entity('service_token')
@Unique('service_token_token_hash_key', ['tokenHash'])
@Index('service_token_list_idx', ['orgId', 'createdAt', 'id'])
@Index('service_token_live_idx', ['orgId', 'expiresAt'], { where: 'revoked_at IS NULL' })
export class ServiceToken {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'service_token_pkey' })
  id: string;

  @Column('uuid', { name: 'org_id' })
  orgId: string;

  @Column('text', { name: 'name' })
  name: string;

  @Column('text', { name: 'description', default: '' })
  description: string;

  /** SHA-256; tokens are random, so a fast hash is enough. */
  @Column('bytea', { name: 'token_hash' })
  tokenHash: Buffer;

  /** The token’s first eight characters. */
  @Column('text', { name: 'token_prefix' })
  tokenPrefix: string;

  @Column('text', { name: 'scopes', array: true })
  scopes: string[];

  /** Id of a user or another token. */
  @Column('uuid', { name: 'created_by' })
  createdBy: string;

  /** The user who created it, or who created the token that created it. */
  @Column('uuid', { name: 'creator_user_id', nullable: true })
  creatorUserId: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt: Date | null;

  /** Accurate to a minute. */
  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt: Date | null;

  /** When it was last used while invalid; accurate to a minute. */
  @Column('timestamptz', { name: 'refused_at', nullable: true })
  refusedAt: Date | null;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'service_token_org_id_fkey' })
  organization?: Relation<Organization>;
}
