import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../storage/database/unit-of-work.js';

/** SQL of the row locks that changes take before anything else. All last until the transaction ends. */
@Injectable()
export class HubLocksRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Keeps a user from being changed; others may keep them, too. */
  async keepUser(id: string): Promise<void> {
    await this.uow.rows('SELECT id FROM hub_user WHERE id = $1 FOR SHARE', [id]);
  }

  /** Locks users. */
  async lockUsers(ids: readonly string[]): Promise<void> {
    await this.uow.rows('SELECT id FROM hub_user WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE', [ids]);
  }

  /** Locks organizations. Rows that refer to them can be added meanwhile. */
  async lockOrganizations(ids: readonly string[]): Promise<void> {
    await this.uow.rows('SELECT id FROM organization WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE', [
      ids,
    ]);
  }
}
