import { Check, Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Organization } from '../../accounts/organizations/organization.entity.js';

/** How long an organization keeps its records. */
@Entity('organization_retention')
@Check('organization_retention_audit_months_check', 'audit_months BETWEEN 12 AND 120')
@Check('organization_retention_evaluation_months_check', 'evaluation_months BETWEEN 1 AND 120')
export class OrganizationRetention {
  @PrimaryColumn('uuid', { name: 'org_id', primaryKeyConstraintName: 'organization_retention_pkey' })
  orgId: string;

  /** Null keeps audit events forever. */
  @Column('integer', { name: 'audit_months', nullable: true })
  auditMonths: number | null;

  @Column('integer', { name: 'evaluation_months', default: 12 })
  evaluationMonths: number;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;

  @OneToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'organization_retention_org_id_fkey' })
  organization?: Relation<Organization>;
}
