import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { McpVersion } from '../../catalog/mcps/mcp-version.entity.js';
import type { PublicationPlan } from './publication-plan.js';
import type { PublicationWarning } from './publication-warnings.js';

export const PUBLICATION_STATUSES = ['QUEUED', 'RUNNING', 'DONE', 'FAILED'] as const;
export type PublicationStatus = (typeof PUBLICATION_STATUSES)[number];

/** The publication of a version to the registry: what is to be done, and how far it is (ADR 58). */
@Entity('publication')
@Check('publication_status_check', `status IN ('QUEUED', 'RUNNING', 'DONE', 'FAILED')`)
@Index('publication_queued_idx', ['runAfter', 'versionId'], { where: `status = 'QUEUED'` })
@Index('publication_running_idx', ['leaseUntil'], { where: `status = 'RUNNING'` })
export class Publication {
  @PrimaryColumn('uuid', { name: 'version_id', primaryKeyConstraintName: 'publication_pkey' })
  versionId: string;

  /** The snapshot whose verdict the registry has to learn. */
  @Column('uuid', { name: 'snapshot_id' })
  snapshotId: string;

  @Column('text', { name: 'status' })
  status: PublicationStatus;

  /** Attempts since the last request. */
  @Column('integer', { name: 'attempts', default: 0 })
  attempts: number;

  @Column('timestamptz', { name: 'run_after' })
  runAfter: Date;

  /** Identifies the attempt that is running; null for none. */
  @Column('uuid', { name: 'claim', nullable: true })
  claim: string | null;

  /** When the attempt counts as crashed unless it says that it is alive. */
  @Column('timestamptz', { name: 'lease_until', nullable: true })
  leaseUntil: Date | null;

  /** What is published; made once, before the first request to the registry, so that each attempt repeats it. */
  @Column('jsonb', { name: 'plan', nullable: true })
  plan: PublicationPlan | null;

  /** What keeps clients from running the version. */
  @Column('jsonb', { name: 'warnings' })
  warnings: readonly PublicationWarning[];

  /** Why the last attempt failed; null after a success. */
  @Column('text', { name: 'failure_reason', nullable: true })
  failureReason: string | null;

  /** When the registry first had the version as published; null before. */
  @Column('timestamptz', { name: 'published_at', nullable: true })
  publishedAt: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;

  @ManyToOne(() => McpVersion, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'version_id', foreignKeyConstraintName: 'publication_version_id_fkey' })
  version?: Relation<McpVersion>;
}
