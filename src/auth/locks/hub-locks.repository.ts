import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';

/** SQL of the row locks that changes take first. All are held until the transaction ends. */
@Injectable()
export class HubLocksRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Takes a shared lock that protects a user from changes. */
  async lockUserShared(id: string): Promise<void> {
    await this.uow.rows('SELECT id FROM hub_user WHERE id = $1 FOR SHARE', [id]);
  }

  /** Locks users for a change. */
  async lockUsers(ids: readonly string[]): Promise<void> {
    await this.uow.rows('SELECT id FROM hub_user WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE', [ids]);
  }

  /** Locks organizations for a change. Rows that reference them can still be added. */
  async lockOrganizations(ids: readonly string[]): Promise<void> {
    await this.uow.rows('SELECT id FROM organization WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE', [
      ids,
    ]);
  }
}
