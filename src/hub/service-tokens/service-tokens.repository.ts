import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { OrganizationStanding } from '../access/hub-principal.js';

/** A token that holds, with what its organization may do now. */
export interface TokenStanding {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly organization: OrganizationStanding;
  /** Its last use was recorded within the minute. */
  readonly usedLately: boolean;
}

/** SQL of the service tokens. */
@Injectable()
export class ServiceTokensRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** The token with this hash, unless it has expired, is revoked, or its organization takes no part any more. */
  standingOf(hash: Buffer): Promise<TokenStanding | undefined> {
    return this.uow.row<TokenStanding>(
      `SELECT t.id, t.name, t.scopes,
              json_build_object('id', o.id, 'slug', o.slug, 'plan', o.plan, 'suspended', false,
                                'apiCallsPerMin', o.api_calls_per_min) AS organization,
              coalesce(t.last_used_at > now() - interval '1 minute', false) AS "usedLately"
         FROM service_token t
         JOIN organization o ON o.id = t.org_id AND o.status = 'ACTIVE'
        WHERE t.token_hash = $1 AND t.revoked_at IS NULL AND t.expires_at > now()`,
      [hash],
    );
  }

  /** Records a use, unless another request has within the minute: so that busy tokens are no hot rows. */
  async recordUse(id: string): Promise<void> {
    await this.uow.rows(
      `UPDATE service_token SET last_used_at = now()
        WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= now() - interval '1 minute')`,
      [id],
    );
  }
}
