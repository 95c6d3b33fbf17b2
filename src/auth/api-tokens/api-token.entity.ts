import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique, type Relation } from 'typeorm';
import { LocalUser } from '../local-users/local-user.entity.js';

/** A long-lived credential of a user, limited to the scopes and resources granted to it. */
@Entity('registry_api_token')
@Unique('registry_api_token_token_id_key', ['tokenId'])
@Index('registry_api_token_owner_idx', ['owner'])
@Index('registry_api_token_owner_id_idx', ['ownerId'])
@Index('registry_api_token_parent_id_idx', ['parentId'])
export class ApiToken {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'registry_api_token_pkey' })
  id: string;

  /** The public half, `mcp_` and 20 characters. */
  @Column('text', { name: 'token_id' })
  tokenId: string;

  /** SHA-256 of the secret half; the secret itself is random, so a fast hash suffices. */
  @Column('bytea', { name: 'secret_hash' })
  secretHash: Buffer;

  /** `sub` of the creator. */
  @Column('text', { name: 'owner' })
  owner: string;

  /** The local account of the owner, with which the token is deleted; null for owners of other issuers. */
  @Column('uuid', { name: 'owner_id', nullable: true })
  ownerId: string | null;

  /** Issuer of the owner's JWTs in enterprise mode, empty in oss mode: subjects are unique per issuer only. */
  @Column('text', { name: 'issuer', default: '' })
  issuer: string;

  /** The token that created this one; removing it removes this one too. */
  @Column('uuid', { name: 'parent_id', nullable: true })
  parentId: string | null;

  @Column('text', { name: 'description' })
  description: string;

  @Column('text', { name: 'scopes', array: true })
  scopes: string[];

  @Column('text', { name: 'resources', array: true })
  resources: string[];

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @ManyToOne(() => LocalUser, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'owner_id', foreignKeyConstraintName: 'registry_api_token_owner_id_fkey' })
  account?: Relation<LocalUser> | null;

  @ManyToOne(() => ApiToken, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'parent_id', foreignKeyConstraintName: 'registry_api_token_parent_id_fkey' })
  parent?: Relation<ApiToken> | null;
}
