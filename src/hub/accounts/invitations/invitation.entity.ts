import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Role } from '../../../auth/rules/roles.js';
import { Organization } from '../organizations/organization.entity.js';

/** Status of an invitation (hub contract 6). */
export const INVITATION_STATUSES = ['PENDING', 'ACCEPTED', 'EXPIRED', 'REVOKED'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

/** An invitation of an e-mail address to an organization. */
@Entity('invitation')
@Check('invitation_role_check', `role IN ('OWNER', 'ADMIN', 'MEMBER')`)
@Check('invitation_status_check', `status IN ('PENDING', 'ACCEPTED', 'EXPIRED', 'REVOKED')`)
@Index('invitation_pending_key', ['orgId', 'emailKey'], { unique: true, where: `status = 'PENDING'` })
@Index('invitation_waiting_idx', ['emailKey', 'createdAt', 'id'], { where: `status = 'PENDING'` })
@Index('invitation_list_idx', ['orgId', 'createdAt', 'id'])
export class Invitation {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'invitation_pkey' })
  id: string;

  @Column('uuid', { name: 'org_id' })
  orgId: string;

  @Column('text', { name: 'email' })
  email: string;

  @Column('text', { name: 'email_key' })
  emailKey: string;

  @Column('text', { name: 'role' })
  role: Role;

  @Column('text', { name: 'status', default: 'PENDING' })
  status: InvitationStatus;

  @Column('uuid', { name: 'invited_by' })
  invitedBy: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'invitation_org_id_fkey' })
  organization?: Relation<Organization>;
}
