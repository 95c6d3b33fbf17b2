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

  @ManyToOne(() => Snapshot, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'snapshot_id', foreignKeyConstraintName: 'control_result_snapshot_id_fkey' })
  snapshot?: Relation<Snapshot>;
}
