import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { McpVersion } from '../mcps/mcp-version.entity.js';
import type { AnalysisReason, AnalysisStatus } from './analysis-values.js';

/** An analysis of a version, from the request to its end (ADR 51). */
@Entity('analysis_job')
@Check('analysis_job_reason_check', `reason IN ('ingest', 'reanalysis', 'advisories', 'retry')`)
@Check('analysis_job_status_check', `status IN ('QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED')`)
@Index('analysis_job_active_key', ['versionId'], { unique: true, where: `status IN ('QUEUED', 'RUNNING')` })
@Index('analysis_job_queued_idx', ['runAfter', 'id'], { where: `status = 'QUEUED'` })
@Index('analysis_job_share_idx', ['share', 'runAfter', 'id'], { where: `status = 'QUEUED'` })
@Index('analysis_job_started_idx', ['share', 'startedAt'])
@Index('analysis_job_running_idx', ['heartbeatAt', 'id'], { where: `status = 'RUNNING'` })
@Index('analysis_job_list_idx', ['createdAt', 'id'])
@Index('analysis_job_mcp_idx', ['mcpId', 'createdAt', 'id'])
@Index('analysis_job_version_idx', ['versionId', 'createdAt'])
export class AnalysisJob {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'analysis_job_pkey' })
  id: string;

  @Column('uuid', { name: 'version_id' })
  versionId: string;

  @Column('uuid', { name: 'mcp_id' })
  mcpId: string;

  @Column('text', { name: 'reason' })
  reason: AnalysisReason;

  @Column('text', { name: 'status' })
  status: AnalysisStatus;

  /** Whose turn it takes: the organization of its MCP, or nobody's (ADR 113). */
  @Column('uuid', { name: 'share', default: '00000000-0000-0000-0000-000000000000' })
  share: string;

  /** How often its process was lost, for which it is not to blame (ADR 112). */
  @Column('integer', { name: 'losses', default: 0 })
  losses: number;

  /** How often a worker has started it, without those whose process was lost. */
  @Column('integer', { name: 'attempts', default: 0 })
  attempts: number;

  /** What its worker is doing: `fetching`, a phase of the analyzer, or `recording`. */
  @Column('text', { name: 'phase', nullable: true })
  phase: string | null;

  /** Identifies the attempt, so that a worker notices that another one has taken over. */
  @Column('text', { name: 'worker', nullable: true })
  worker: string | null;

  /** When its worker was last known to be alive. */
  @Column('timestamptz', { name: 'heartbeat_at', nullable: true })
  heartbeatAt: Date | null;

  /** No attempt starts before. */
  @Column('timestamptz', { name: 'run_after' })
  runAfter: Date;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'started_at', nullable: true })
  startedAt: Date | null;

  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt: Date | null;

  @Column('text', { name: 'failure_reason', nullable: true })
  failureReason: string | null;

  @ManyToOne(() => McpVersion, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'version_id', foreignKeyConstraintName: 'analysis_job_version_id_fkey' })
  version?: Relation<McpVersion>;
}
