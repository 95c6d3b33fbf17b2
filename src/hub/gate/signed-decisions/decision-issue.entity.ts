import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Organization } from '../../accounts/organizations/organization.entity.js';

/** The current issue of the signed decisions of an organization in an environment (ADR 123). Its document is computed. */
@Entity('decision_issue')
export class DecisionIssue {
  @PrimaryColumn('uuid', { name: 'org_id', primaryKeyConstraintName: 'decision_issue_pkey' })
  orgId: string;

  /** Its key, in lower case. */
  @PrimaryColumn('text', { name: 'environment', primaryKeyConstraintName: 'decision_issue_pkey' })
  environment: string;

  /** The time of the issue in milliseconds, or the next number after the issue before: it grows also after a restored backup. */
  @Column('bigint', { name: 'revision' })
  revision: string;

  /** What the document depends on besides decisions: the key that signs, the configuration, the name of the organization. */
  @Column('text', { name: 'basis' })
  basis: string;

  /** The revision of what the decisions depend on, of which the document says what was decided. */
  @Column('bigint', { name: 'catalog_revision' })
  catalogRevision: string;

  /** SHA-256 of the document without the numbers of the issue. */
  @Column('text', { name: 'content_digest' })
  contentDigest: string;

  @Column('timestamptz', { name: 'issued_at' })
  issuedAt: Date;

  @Column('timestamptz', { name: 'valid_until' })
  validUntil: Date;

  /** When the time changes a decision; null for never. */
  @Column('timestamptz', { name: 'next_change', nullable: true })
  nextChange: Date | null;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'decision_issue_org_id_fkey' })
  organization?: Relation<Organization>;
}
