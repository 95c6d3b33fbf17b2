import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, Unique, type Relation } from 'typeorm';
import { Organization } from '../organizations/organization.entity.js';

/** A group of MCPs in an organization. */
@Entity('area')
@Unique('area_slug_key', ['orgId', 'slugKey'])
export class Area {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'area_pkey' })
  id: string;

  @Column('uuid', { name: 'org_id' })
  orgId: string;

  @Column('text', { name: 'name' })
  name: string;

  @Column('text', { name: 'slug' })
  slug: string;

  @Column('text', { name: 'slug_key' })
  slugKey: string;

  @Column('text', { name: 'description', default: '' })
  description: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'area_org_id_fkey' })
  organization?: Relation<Organization>;
}
