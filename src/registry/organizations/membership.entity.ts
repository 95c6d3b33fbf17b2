import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { RegistryOrganization } from './organization.entity.js';

/** The role of a user in an organization. */
@Entity('registry_member')
@Check('registry_member_role_check', `role IN ('admin', 'member')`)
@Index('registry_member_username_idx', ['usernameKey'])
export class Membership {
  @PrimaryColumn('uuid', { name: 'org_id', primaryKeyConstraintName: 'registry_member_pkey' })
  orgId: string;

  @PrimaryColumn('text', { name: 'username_key', primaryKeyConstraintName: 'registry_member_pkey' })
  usernameKey: string;

  @Column('text', { name: 'username' })
  username: string;

  @Column('text', { name: 'role' })
  role: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @ManyToOne(() => RegistryOrganization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'registry_member_org_id_fkey' })
  organization?: Relation<RegistryOrganization>;
}
