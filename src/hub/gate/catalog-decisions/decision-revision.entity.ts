import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Counts the transactions that have changed what decisions about servers depend on, in stripes whose sum is the
 * revision: a single counter would serialize all changes. Deferred triggers update it right before the commit (ADR 71).
 */
@Entity('decision_revision')
export class DecisionRevision {
  /** Id of an organization, for its policies, launch settings and private MCPs; empty for public MCPs. */
  @PrimaryColumn('text', { name: 'scope', primaryKeyConstraintName: 'decision_revision_pkey' })
  scope: string;

  @PrimaryColumn('smallint', { name: 'stripe', primaryKeyConstraintName: 'decision_revision_pkey' })
  stripe: number;

  @Column('bigint', { name: 'revision' })
  revision: string;

  /** The last transaction that has counted here. */
  @Column('bigint', { name: 'changed_in' })
  changedIn: string;
}
