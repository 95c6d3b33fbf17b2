import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Package } from '../packages/package.entity.js';

/** The newest verdict of a certifier on the content of versions of a package (ADR 33). */
@Entity('registry_certification')
@Check('registry_certification_level_check', `level BETWEEN 0 AND 3`)
@Check('registry_certification_global_score_check', `global_score BETWEEN 0 AND 100`)
export class Certification {
  @PrimaryColumn('uuid', { name: 'package_id', primaryKeyConstraintName: 'registry_certification_pkey' })
  packageId: string;

  /** `CONTENT_KEY` of the certified versions. */
  @PrimaryColumn('text', { name: 'content_key', primaryKeyConstraintName: 'registry_certification_pkey' })
  contentKey: string;

  @Column('text', { name: 'bundle_digest' })
  bundleDigest: string;

  @Column('smallint', { name: 'level' })
  level: number;

  @Column('smallint', { name: 'global_score', nullable: true })
  globalScore: number | null;

  @Column('text', { name: 'snapshot_id', nullable: true })
  snapshotId: string | null;

  /** Null for a level that a certifier set when it published the version: any dated verdict replaces it. */
  @Column('timestamptz', { name: 'evaluated_at', nullable: true })
  evaluatedAt: Date | null;

  @Column('text', { name: 'certified_by' })
  certifiedBy: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @ManyToOne(() => Package)
  @JoinColumn({ name: 'package_id', foreignKeyConstraintName: 'registry_certification_package_id_fkey' })
  package?: Relation<Package>;
}
