import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique, type Relation } from 'typeorm';
import type { ActorType } from '../../audit/events/actor.js';
import { Finding } from '../findings/finding.entity.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';

/** A finding that an organization accepts until a time (hub contract 27). */
@Entity('suppression')
@Unique('suppression_finding_key', ['orgId', 'findingId'])
@Index('suppression_list_idx', ['orgId', 'createdAt', 'id'])
@Index('suppression_finding_idx', ['findingId'])
export class Suppression {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'suppression_pkey' })
  id: string;

  @Column('uuid', { name: 'org_id' })
  orgId: string;

  @Column('uuid', { name: 'finding_id' })
  findingId: string;

  @Column('text', { name: 'reason' })
  reason: string;

  @Column('uuid', { name: 'author_id', nullable: true })
  authorId: string | null;

  @Column('text', { name: 'author_type' })
  authorType: ActorType;

  @Column('text', { name: 'author_name' })
  authorName: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'suppression_org_id_fkey' })
  organization?: Relation<Organization>;

  @ManyToOne(() => Finding, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'finding_id', foreignKeyConstraintName: 'suppression_finding_id_fkey' })
  finding?: Relation<Finding>;
}
