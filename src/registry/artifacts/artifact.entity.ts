import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, Unique, type Relation } from 'typeorm';
import { RegistryOrganization } from '../organizations/organization.entity.js';

/** An artifact whose bytes are stored and verified. The row is written after the bytes are durable. */
@Entity('registry_artifact')
@Unique('registry_artifact_digest_key', ['orgId', 'digest', 'kind', 'evidenceKind'])
@Check('registry_artifact_kind_check', `kind IN ('manifest', 'bundle', 'evidence', 'mcpb')`)
export class Artifact {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'registry_artifact_pkey' })
  id: string;

  @Column('uuid', { name: 'org_id' })
  orgId: string;

  @Column('text', { name: 'digest' })
  digest: string;

  @Column('text', { name: 'kind' })
  kind: string;

  /** `sbom`, `attestation` and the like; empty for manifests and bundles. */
  @Column('text', { name: 'evidence_kind', default: '' })
  evidenceKind: string;

  @Column('bigint', { name: 'size_bytes' })
  sizeBytes: string;

  @Column('text', { name: 'uploaded_by' })
  uploadedBy: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @ManyToOne(() => RegistryOrganization)
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'registry_artifact_org_id_fkey' })
  organization?: Relation<RegistryOrganization>;
}
