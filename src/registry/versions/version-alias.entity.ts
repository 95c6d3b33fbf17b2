import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Version } from './version.entity.js';

/** Another name of a version within its package, such as the hub's `commit-<7>-<date>`. */
@Entity('registry_version_alias')
@Index('registry_version_alias_version_id_idx', ['versionId'])
export class VersionAlias {
  @PrimaryColumn('uuid', { name: 'package_id', primaryKeyConstraintName: 'registry_version_alias_pkey' })
  packageId: string;

  @PrimaryColumn('text', { name: 'alias', primaryKeyConstraintName: 'registry_version_alias_pkey' })
  alias: string;

  @Column('uuid', { name: 'version_id' })
  versionId: string;

  @ManyToOne(() => Version, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'version_id', foreignKeyConstraintName: 'registry_version_alias_version_id_fkey' })
  version?: Relation<Version>;
}
