import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Organization } from '../hub/accounts/organizations/organization.entity.js';
import type { Paper, ScheduleInterval } from './report-values.js';

/** Reports about an organization that are made again and again. */
@Entity('report_schedule')
@Check('report_schedule_interval_check', `"interval" IN ('WEEKLY', 'MONTHLY')`)
@Check('report_schedule_paper_check', `paper IN ('A4', 'LETTER')`)
@Index('report_schedule_org_idx', ['orgId', 'createdAt', 'id'])
@Index('report_schedule_due_idx', ['nextRunAt', 'id'])
export class ReportSchedule {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'report_schedule_pkey' })
  id: string;

  @Column('uuid', { name: 'org_id' })
  orgId: string;

  @Column('text', { name: 'interval' })
  interval: ScheduleInterval;

  @Column('text', { name: 'paper' })
  paper: Paper;

  /** Verified e-mail addresses of members, in lower case. */
  @Column('text', { name: 'notify', array: true })
  notify: readonly string[];

  @Column('timestamptz', { name: 'next_run_at' })
  nextRunAt: Date;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'report_schedule_org_id_fkey' })
  organization?: Relation<Organization>;
}
