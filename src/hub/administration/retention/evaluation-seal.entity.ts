import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Organization } from '../../accounts/organizations/organization.entity.js';

const KEY = 'evaluation_seal_pkey';

/** A signed seal of recorded evaluations that are no longer in the database (hub contract 34). */
@Entity('evaluation_seal')
export class EvaluationSeal {
  @PrimaryColumn('uuid', { name: 'org_id', primaryKeyConstraintName: KEY })
  orgId: string;

  /** Of the seals of the organization, from 1. */
  @PrimaryColumn('integer', { name: 'ordinal', primaryKeyConstraintName: KEY })
  ordinal: number;

  /** `YYYY-MM` in UTC. A month with very many evaluations has several seals. */
  @Column('text', { name: 'month' })
  month: string;

  /** Number of sealed evaluations. */
  @Column('integer', { name: 'records' })
  records: number;

  /** Key of the object with the evaluations, as lines of JSON. */
  @Column('text', { name: 'records_key' })
  recordsKey: string;

  /** DSSE envelope of the statement about them. */
  @Column('jsonb', { name: 'envelope' })
  envelope: object;

  @Column('timestamptz', { name: 'sealed_at' })
  sealedAt: Date;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'evaluation_seal_org_id_fkey' })
  organization?: Relation<Organization>;
}
