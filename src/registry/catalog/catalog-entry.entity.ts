import { Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Package } from '../packages/package.entity.js';

/**
 * The catalog's denormalized row of a package. Triggers of `registry_package` and `registry_version` maintain it in the
 * same transaction; the program only reads it.
 */
@Entity('registry_catalog_entry')
@Index('registry_catalog_entry_list_idx', ['isPublic', 'orgKey', 'nameKey'])
@Index('registry_catalog_entry_search_idx', { synchronize: false })
export class CatalogEntryRow {
  @PrimaryColumn('uuid', { name: 'package_id', primaryKeyConstraintName: 'registry_catalog_entry_pkey' })
  packageId: string;

  @Column('boolean', { name: 'is_public' })
  isPublic: boolean;

  /** Slug of the organization. */
  @Column('text', { name: 'org' })
  org: string;

  @Column({ type: 'text', name: 'org_key', collation: 'C' })
  orgKey: string;

  @Column('text', { name: 'name' })
  name: string;

  @Column({ type: 'text', name: 'name_key', collation: 'C' })
  nameKey: string;

  @Column('text', { name: 'description' })
  description: string;

  @Column('text', { name: 'tags', array: true })
  tags: string[];

  /** The highest published release, else pre-release. */
  @Column('text', { name: 'latest_version', nullable: true })
  latestVersion: string | null;

  /** Id, description and tags in lower case, one per line. */
  @Column('text', { name: 'search_text' })
  searchText: string;

  @OneToOne(() => Package, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'package_id', foreignKeyConstraintName: 'registry_catalog_entry_package_id_fkey' })
  package?: Relation<Package>;
}
