import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { OrganizationMember } from '../organizations/organization-member.entity.js';
import { Area } from './area.entity.js';

/** Roles in an area (hub contract 7). */
export const AREA_ROLES = ['LEAD', 'MEMBER', 'VIEWER'] as const;
export type AreaRole = (typeof AREA_ROLES)[number];

/** An organization member in an area. */
@Entity('area_member')
@Check('area_member_role_check', `role IN ('LEAD', 'MEMBER', 'VIEWER')`)
@Index('area_member_member_idx', ['orgId', 'userId'])
export class AreaMember {
  @PrimaryColumn('uuid', { name: 'area_id', primaryKeyConstraintName: 'area_member_pkey' })
  areaId: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'area_member_pkey' })
  userId: string;

  @Column('uuid', { name: 'org_id' })
  orgId: string;

  @Column('text', { name: 'role' })
  role: AreaRole;

  @Column('timestamptz', { name: 'added_at' })
  addedAt: Date;

  @ManyToOne(() => Area, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'area_id', foreignKeyConstraintName: 'area_member_area_id_fkey' })
  area?: Relation<Area>;

  @ManyToOne(() => OrganizationMember, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'org_id', referencedColumnName: 'orgId', foreignKeyConstraintName: 'area_member_member_fkey' },
    { name: 'user_id', referencedColumnName: 'userId', foreignKeyConstraintName: 'area_member_member_fkey' },
  ])
  member?: Relation<OrganizationMember>;
}
