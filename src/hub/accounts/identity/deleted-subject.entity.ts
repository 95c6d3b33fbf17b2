import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A subject of an identity provider whose account was deleted. It may belong to a new account. */
@Entity('deleted_subject')
export class DeletedSubject {
  /** SHA-256 of issuer and subject. */
  @PrimaryColumn('bytea', { name: 'subject_hash', primaryKeyConstraintName: 'deleted_subject_pkey' })
  subjectHash: Buffer;

  @Column('timestamptz', { name: 'deleted_at' })
  deletedAt: Date;
}
