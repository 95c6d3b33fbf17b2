import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';

/** SQL of the revision of what the organization with this id (an expression; may be null) may see. */
export const revisionOf = (orgId: string): string =>
  `(SELECT coalesce(sum(r.revision), 0)::text FROM decision_revision r WHERE r.scope IN ('', ${orgId}::text))`;

/** Reads by what decisions are cached. */
@Injectable()
export class RevisionsReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * The revision of all that decisions about servers depend on: it is another one after each change.
   * @param orgId null for public servers only
   */
  async current(orgId: string | null): Promise<string> {
    const row = await this.uow.row<{ revision: string }>(`SELECT ${revisionOf('$1::uuid')} AS revision`, [
      orgId,
    ]);
    if (row === undefined) throw new Error('a sum is always there');
    return row.revision;
  }
}
