import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import type { EvaluationNotice } from '../evaluation/applied-policies.js';
import type { StoredItem, UsedPolicy } from './evaluation-record.js';

/** An evaluation by the gate, with all that it depended on (hub contract 35). */
@Entity('evaluation')
@Index('evaluation_list_idx', ['orgId', 'createdAt', 'id'])
@Index('evaluation_result_idx', ['orgId', 'passed', 'createdAt', 'id'])
export class EvaluationEntity {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'evaluation_pkey' })
  id: string;

  @Column('uuid', { name: 'org_id' })
  orgId: string;

  /** The service token that asked. */
  @Column('uuid', { name: 'token_id' })
  tokenId: string;

  @Column('text', { name: 'environment' })
  environment: string;

  @Column('boolean', { name: 'passed' })
  passed: boolean;

  @Column('integer', { name: 'servers' })
  servers: number;

  @Column('integer', { name: 'denied' })
  denied: number;

  /** The policies that were in force, in their order. */
  @Column('jsonb', { name: 'policies' })
  policies: readonly UsedPolicy[];

  /** How many of them may deny or warn; null if the server that recorded it did not count them. */
  @Column('integer', { name: 'policies_applied', nullable: true })
  policiesApplied: number | null;

  /** About the evaluation as a whole; null if the server that recorded it had none. */
  @Column('jsonb', { name: 'warnings', nullable: true })
  warnings: readonly EvaluationNotice[] | null;

  @Column('jsonb', { name: 'items' })
  items: readonly StoredItem[];

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'evaluation_org_id_fkey' })
  organization?: Relation<Organization>;
}
