import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, Unique, type Relation } from 'typeorm';
import { RegistryOrganization } from '../organizations/organization.entity.js';

/** A named MCP server of an organization; its versions are separate rows. */
@Entity('registry_package')
@Unique('registry_package_name_key', ['orgId', 'nameKey'])
@Check('registry_package_visibility_check', `visibility IN ('public', 'private')`)
export class Package {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'registry_package_pkey' })
  id: string;

  @Column('uuid', { name: 'org_id' })
  orgId: string;

  @Column('text', { name: 'name' })
  name: string;

  @Column('text', { name: 'name_key' })
  nameKey: string;

  @Column('text', { name: 'visibility', default: 'private' })
  visibility: string;

  @Column('text', { name: 'description', default: '' })
  description: string;

  @Column('text', { name: 'tags', array: true, default: '{}' })
  tags: string[];

  @Column('text', { name: 'default_policy_ref', nullable: true })
  defaultPolicyRef: string | null;

  /** Unused, but servers of the previous version still write it; a later version can drop it. */
  @Column('bigint', { name: 'revision', default: 1 })
  revision: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @ManyToOne(() => RegistryOrganization)
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'registry_package_org_id_fkey' })
  organization?: Relation<RegistryOrganization>;
}
