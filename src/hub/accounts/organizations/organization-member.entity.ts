import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Role } from '../../../auth/rules/roles.js';
import { HubUser } from '../identity/hub-user.entity.js';
import { Organization } from './organization.entity.js';

/** A user’s membership in an organization. */
@Entity('organization_member')
@Check('organization_member_role_check', `role IN ('OWNER', 'ADMIN', 'MEMBER')`)
@Index('organization_member_user_id_idx', ['userId'])
export class OrganizationMember {
  @PrimaryColumn('uuid', { name: 'org_id', primaryKeyConstraintName: 'organization_member_pkey' })
  orgId: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'organization_member_pkey' })
  userId: string;

  @Column('text', { name: 'role' })
  role: Role;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'organization_member_org_id_fkey' })
  organization?: Relation<Organization>;

  @ManyToOne(() => HubUser, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'organization_member_user_id_fkey' })
  user?: Relation<HubUser>;
}
