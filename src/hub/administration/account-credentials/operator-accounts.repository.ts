import { Injectable } from '@nestjs/common';
import type { PlatformRole } from '../../../auth/rules/roles.js';
import { emailKey } from '../../../common/values/email-address.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';

/** SQL of users of the hub for the command line. */
@Injectable()
export class OperatorAccountsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Two at most of the users with this id, or with this subject or verified address. */
  async idsOf(id: string | null, name: string): Promise<string[]> {
    const rows = await this.uow.rows<{ id: string }>(
      `SELECT id FROM hub_user
        WHERE status <> 'DELETED'
          AND (id = $1 OR subject = $2 OR (email_verified AND email_key = $3))
        LIMIT 2`,
      [id, name, emailKey(name)],
    );
    return rows.map((row) => row.id);
  }

  /** Sets the platform role of a locked user. Returns the one before. */
  async setRole(id: string, role: PlatformRole): Promise<PlatformRole | undefined> {
    const before = await this.uow.row<{ role: PlatformRole }>('SELECT role FROM hub_user WHERE id = $1', [
      id,
    ]);
    await this.uow.rows('UPDATE hub_user SET role = $2, updated_at = now() WHERE id = $1', [id, role]);
    return before?.role;
  }
}
