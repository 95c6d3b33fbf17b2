import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** A user managed by the registry itself (oss mode). */
@Entity('local_user')
@Unique('local_user_username_key', ['usernameKey'])
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

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}
