import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Organization } from '../hub/accounts/organizations/organization.entity.js';
import { ReportSchedule } from './report-schedule.entity.js';
import type { Paper, ReportScope, ReportStatus } from './report-values.js';

/** A report of an organization, from the request to its end (ADR 74). */
@Entity('report')
@Check(
  'report_scope_check',
  `(scope = 'SNAPSHOT' AND snapshot_id IS NOT NULL) OR (scope = 'ORGANIZATION' AND snapshot_id IS NULL)`,
)
@Check('report_paper_check', `paper IN ('A4', 'LETTER')`)
@Check('report_status_check', `status IN ('PENDING', 'COMPLETED', 'FAILED')`)
@Index('report_list_idx', ['orgId', 'createdAt', 'id'])
@Index('report_pending_idx', ['orgId'], { where: `status = 'PENDING'` })
@Index('report_waiting_idx', ['runAfter', 'id'], { where: `status = 'PENDING' AND worker IS NULL` })
@Index('report_started_idx', ['orgId', 'startedAt'])
@Index('report_running_idx', ['heartbeatAt', 'id'], { where: 'worker IS NOT NULL' })
@Index('report_schedule_idx', ['scheduleId'])
export class Report {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'report_pkey' })
  id: string;

  @Column('uuid', { name: 'org_id' })
  orgId: string;

  @Column('text', { name: 'scope' })
  scope: ReportScope;

  /** Null for reports about the organization. No foreign key: snapshots are evidence, which nothing deletes. */
  @Column('uuid', { name: 'snapshot_id', nullable: true })
  snapshotId: string | null;

  @Column('text', { name: 'paper' })
  paper: Paper;

  /** The schedule that has requested it. */
  @Column('uuid', { name: 'schedule_id', nullable: true })
  scheduleId: string | null;

  @Column('text', { name: 'status' })
  status: ReportStatus;

  /** When its last attempt began. */
  @Column('timestamptz', { name: 'started_at', nullable: true })
  startedAt: Date | null;

  /** How often its process was lost, for which it is not to blame (ADR 112). */
  @Column('integer', { name: 'losses', default: 0 })
  losses: number;

  /** How often a worker has started it, without those whose process was lost. */
  @Column('integer', { name: 'attempts', default: 0 })
  attempts: number;

  /** Identifies the running attempt; null while there is none. */
  @Column('text', { name: 'worker', nullable: true })
  worker: string | null;

  /** When the running attempt was last known to be alive. */
  @Column('timestamptz', { name: 'heartbeat_at', nullable: true })
  heartbeatAt: Date | null;

  /** No attempt starts before. */
  @Column('timestamptz', { name: 'run_after' })
  runAfter: Date;

  @Column('text', { name: 'failure_reason', nullable: true })
  failureReason: string | null;

  /** What the report says, taken once: the object with the data. */
  @Column('text', { name: 'data_key', nullable: true })
  dataKey: string | null;

  @Column('text', { name: 'html_key', nullable: true })
  htmlKey: string | null;

  @Column('text', { name: 'pdf_key', nullable: true })
  pdfKey: string | null;

  /** Who has requested it, as the audit trail names them. */
  @Column('text', { name: 'requested_by' })
  requestedBy: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt: Date | null;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'report_org_id_fkey' })
  organization?: Relation<Organization>;

  @ManyToOne(() => ReportSchedule, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'schedule_id', foreignKeyConstraintName: 'report_schedule_id_fkey' })
  schedule?: Relation<ReportSchedule>;
}
