import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique, type Relation } from 'typeorm';
import { Organization } from '../../accounts/organizations/organization.entity.js';

/** An address at which clients without credentials read which servers an organization allows (hub contract 37). */
@Entity('allow_list')
@Unique('allow_list_capability_hash_key', ['capabilityHash'])
@Index('allow_list_list_idx', ['orgId', 'createdAt', 'id'])
export class AllowList {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'allow_list_pkey' })
  id: string;

  @Column('uuid', { name: 'org_id' })
  orgId: string;

  @Column('text', { name: 'name' })
  name: string;

  @Column('text', { name: 'environment' })
  environment: string;

  /** SHA-256 of the capability in the address; it is random, so a fast hash is enough. */
  @Column('bytea', { name: 'capability_hash' })
  capabilityHash: Buffer;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'rotated_at', nullable: true })
  rotatedAt: Date | null;

  /** The user who made the current secret, and so has seen it; null where that is not known. */
  @Column('uuid', { name: 'made_by', nullable: true })
  madeBy: string | null;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'allow_list_org_id_fkey' })
  organization?: Relation<Organization>;
}
