import { Column, Entity, PrimaryColumn } from 'typeorm';

const KEY = 'registry_catalog_revision_pkey';

/**
 * Counts the transactions that have changed the catalog, in stripes whose sum is the revision: a single counter would
 * serialize all publishes. A deferred trigger of `registry_catalog_entry` updates it right before the commit.
 */
@Entity('registry_catalog_revision')
export class CatalogRevision {
  /** Key of an organization; empty for the whole catalog. */
  @PrimaryColumn('text', { name: 'scope', primaryKeyConstraintName: KEY })
  scope: string;

  /** Whether a package has changed that is or was public. */
  @PrimaryColumn('boolean', { name: 'is_public', primaryKeyConstraintName: KEY })
  isPublic: boolean;

  @PrimaryColumn('smallint', { name: 'stripe', primaryKeyConstraintName: KEY })
  stripe: number;

  @Column('bigint', { name: 'revision' })
  revision: string;

  /** The last transaction that has counted here. */
  @Column('bigint', { name: 'changed_in' })
  changedIn: string;
}
