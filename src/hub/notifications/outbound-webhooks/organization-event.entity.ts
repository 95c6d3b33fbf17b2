import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { JsonObject } from '../../../common/values/json.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';

/** Something that an organization is notified of; written in the transaction of the change. */
@Entity('organization_event')
@Index('organization_event_org_idx', ['orgId'])
@Index('organization_event_created_at_idx', ['createdAt', 'id'])
export class OrganizationEvent {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'organization_event_pkey' })
  id: string;

  @Column('uuid', { name: 'org_id' })
  orgId: string;

  @Column('text', { name: 'type' })
  type: string;

  @Column('jsonb', { name: 'data' })
  data: JsonObject;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'organization_event_org_id_fkey' })
  organization?: Relation<Organization>;
}
