import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

/** A user managed by the registry itself (oss mode). */
@Entity('local_user')
@Unique('local_user_username_key', ['usernameKey'])
@Index('local_user_first_administrator_key', ['firstAdministrator'], {
  unique: true,
  where: 'first_administrator',
})
export class LocalUser {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'local_user_pkey' })
  id: string;

  /** As first written; the `sub` of the user's JWTs. */
  @Column('text', { name: 'username' })
  username: string;

  @Column('text', { name: 'username_key' })
  usernameKey: string;

  @Column('text', { name: 'email', nullable: true })
  email: string | null;

  /** Argon2id, in PHC string format. */
  @Column('text', { name: 'password_hash' })
  passwordHash: string;

  /** May act on every organization. */
  @Column('boolean', { name: 'registry_admin', default: false })
  registryAdmin: boolean;

  @Column('timestamptz', { name: 'disabled_at', nullable: true })
  disabledAt: Date | null;

  /** When sessions and JWTs ended last, in whole milliseconds; null if they never did. */
  @Column('timestamptz', { name: 'credentials_valid_from', nullable: true })
  credentialsValidFrom: Date | null;

  /** The first start of the product has created it. */
  @Column('boolean', { name: 'first_administrator', default: false })
  firstAdministrator: boolean;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}
