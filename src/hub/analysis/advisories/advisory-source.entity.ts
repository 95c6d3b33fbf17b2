import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** Where advisories come from: an address that is fetched, or the name of an import. */
@Entity('advisory_source')
@Unique('advisory_source_name_key', ['name'])
export class AdvisorySource {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'advisory_source_pkey' })
  id: string;

  @Column('text', { name: 'name' })
  name: string;

  /** Those of its advisories: `npm`, `PyPI`, `Go`. */
  @Column('text', { name: 'ecosystems', array: true, default: '{}' })
  ecosystems: string[];

  /** Date of its newest advisory, `2026-01-31`. */
  @Column('text', { name: 'newest_day', nullable: true })
  newestDay: string | null;

  @Column('integer', { name: 'advisory_count', default: 0 })
  advisoryCount: number;

  /** Number of invalid records in the last export. */
  @Column('integer', { name: 'skipped_count', default: 0 })
  skippedCount: number;

  @Column('text', { name: 'etag', nullable: true })
  etag: string | null;

  @Column('text', { name: 'last_modified', nullable: true })
  lastModified: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  /** When the last import ended. */
  @Column('timestamptz', { name: 'fetched_at', nullable: true })
  importedAt: Date | null;

  /** When the export was last found to be unchanged, or imported. */
  @Column('timestamptz', { name: 'checked_at', nullable: true })
  checkedAt: Date | null;

  /** Null for a source that is not fetched. */
  @Column('timestamptz', { name: 'next_attempt_at', nullable: true })
  nextAttemptAt: Date | null;

  /** Number of failed attempts since the last success. */
  @Column('integer', { name: 'failures', default: 0 })
  failures: number;

  @Column('text', { name: 'last_error', nullable: true })
  lastError: string | null;

  /** Identifies the import in progress. */
  @Column('uuid', { name: 'lease_id', nullable: true })
  leaseId: string | null;

  /** When another import may start although this one has not ended. */
  @Column('timestamptz', { name: 'lease_until', nullable: true })
  leaseUntil: Date | null;
}
