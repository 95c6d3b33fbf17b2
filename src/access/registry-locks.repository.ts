import { Injectable } from '@nestjs/common';
import { nameKey } from '../common/values/names.js';
import { UnitOfWork } from '../storage/database/unit-of-work.js';

/** SQL of the rows that a caller's authority in the registry stands on. All locks last until the transaction ends. */
@Injectable()
export class RegistryLocksRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Keeps a local user from being disabled or changed. */
  async keepUser(username: string): Promise<void> {
    await this.uow.rows('SELECT id FROM local_user WHERE username_key = $1 FOR SHARE', [nameKey(username)]);
  }

  /** Keeps the members of an organization as they are: whoever changes them locks its row. */
  async keepMembers(slug: string): Promise<void> {
    await this.uow.rows('SELECT id FROM registry_organization WHERE slug_key = $1 FOR KEY SHARE', [
      nameKey(slug),
    ]);
  }

  /** Locks the row of an organization, if it exists, for a change of its members. */
  async lockMembers(slug: string): Promise<void> {
    await this.uow.rows('SELECT id FROM registry_organization WHERE slug_key = $1 FOR UPDATE', [
      nameKey(slug),
    ]);
  }
}
