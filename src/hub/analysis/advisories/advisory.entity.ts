import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { AdvisorySource } from './advisory-source.entity.js';

const KEY = { primaryKeyConstraintName: 'advisory_pkey' };

/** What an advisory of a source says about one package. */
@Entity('advisory')
@Index('advisory_package_idx', ['ecosystem', 'packageKey'])
export class Advisory {
  @PrimaryColumn('uuid', { name: 'source_id', ...KEY })
  sourceId: string;

  /** Such as `GHSA-…`; 128 characters at most. */
  @PrimaryColumn('text', { name: 'id', ...KEY })
  id: string;

  @PrimaryColumn('text', { name: 'ecosystem', ...KEY })
  ecosystem: string;

  /** Name of the package, normalized as in its ecosystem. */
  @PrimaryColumn('text', { name: 'package_key', ...KEY })
  packageKey: string;

  /** Date of its last change, `2026-01-31`. */
  @Column('text', { name: 'day', nullable: true })
  day: string | null;

  /** SHA-256 of the record, in base64url: unchanged records are not written again. */
  @Column('text', { name: 'digest' })
  digest: string;

  /** The OSV record, reduced to what matching needs. Not jsonb, which refuses some texts that JSON allows. */
  @Column('json', { name: 'record' })
  record: object;

  @ManyToOne(() => AdvisorySource, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'source_id', foreignKeyConstraintName: 'advisory_source_id_fkey' })
  source?: Relation<AdvisorySource>;
}
