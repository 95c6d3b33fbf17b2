import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { RegistryOrganization } from '../organizations/organization.entity.js';

/** An issued presigned upload. The row is deleted when its bytes are verified, or when it has expired. */
@Entity('registry_presigned_upload')
@Check('registry_presigned_upload_kind_check', `kind IN ('manifest', 'bundle', 'evidence')`)
@Index('registry_presigned_upload_created_at_idx', ['createdAt'])
export class PresignedUploadRow {
  @PrimaryColumn('uuid', { name: 'org_id', primaryKeyConstraintName: 'registry_presigned_upload_pkey' })
  orgId: string;

  @PrimaryColumn('text', { name: 'digest', primaryKeyConstraintName: 'registry_presigned_upload_pkey' })
  digest: string;

  @PrimaryColumn('text', { name: 'kind', primaryKeyConstraintName: 'registry_presigned_upload_pkey' })
  kind: string;

  /** Empty for manifests and bundles. */
  @PrimaryColumn('text', {
    name: 'evidence_kind',
    default: '',
    primaryKeyConstraintName: 'registry_presigned_upload_pkey',
  })
  evidenceKind: string;

  @Column('text', { name: 'requested_by' })
  requestedBy: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @ManyToOne(() => RegistryOrganization)
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'registry_presigned_upload_org_id_fkey' })
  organization?: Relation<RegistryOrganization>;
}
