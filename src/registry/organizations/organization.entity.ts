import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** An organization of the registry: a slug that owns packages and has members. */
@Entity('registry_organization')
@Unique('registry_organization_slug_key', ['slugKey'])
export class RegistryOrganization {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'registry_organization_pkey' })
  id: string;

  @Column('text', { name: 'slug' })
  slug: string;

  @Column('text', { name: 'slug_key' })
  slugKey: string;

  /** The hub's organization of this name is suspended or deleted; triggers maintain this (ADR 109). */
  @Column('boolean', { name: 'suspended', default: false })
  suspended: boolean;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}
