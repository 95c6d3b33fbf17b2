import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, Unique, type Relation } from 'typeorm';
import { Snapshot } from './snapshot.entity.js';

/** The result of one control of the catalog for a version (hub contract 22). */
@Entity('control_result')
@Unique('control_result_control_key', ['snapshotId', 'controlId'])
export class ControlResult {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'control_result_pkey' })
  id: string;

  @Column('uuid', { name: 'snapshot_id' })
  snapshotId: string;

  @Column('text', { name: 'control_id' })
  controlId: string;

  @Column('text', { name: 'control_name' })
  controlName: string;

  @Column('text', { name: 'control_category' })
  controlCategory: string;

  @Column('boolean', { name: 'passed' })
  passed: boolean;

  @Column('text', { name: 'severity' })
  severity: string;

  @Column('text', { name: 'message' })
  message: string;

  /** Fingerprints of the findings that made it fail. */
  @Column('text', { name: 'evidence_fingerprints', array: true, default: '{}' })
  evidenceFingerprints: string[];

  /** False: the version has nothing that the control applies to, so it passed. */
  @Column('boolean', { name: 'applicable', default: true })
  applicable: boolean;

  /** False: the evidence cannot be observed, so it failed. */
  @Column('boolean', { name: 'observable', default: true })
  observable: boolean;

  @ManyToOne(() => Snapshot, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'snapshot_id', foreignKeyConstraintName: 'control_result_snapshot_id_fkey' })
  snapshot?: Relation<Snapshot>;
}
