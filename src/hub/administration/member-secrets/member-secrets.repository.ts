import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { NewToken } from '../../accounts/service-tokens/service-tokens.repository.js';

/** A valid service token of a creator. */
export type LiveToken = Pick<NewToken, 'id' | 'name' | 'description' | 'scopes' | 'expiresAt'>;

/** An address, a badge or a webhook whose secret a person made, or may have made. */
export interface KnownSecret {
  readonly id: string;
  readonly name: string;
  /** Null where nobody knows who made it. */
  readonly isMaker: boolean | null;
}

// More than an organization has of service tokens, and than anybody made of badges.
const MAX_LISTED = 1000;

const isMaker = (table: string): string => `${table}.made_by = $2 AS "isMaker"`;

/** SQL of the secrets of an organization that a person made or knows. */
@Injectable()
export class MemberSecretsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Whether somebody is a member of an organization, or was. */
  async isOrWasMember(orgId: string, userId: string): Promise<boolean> {
    const row = await this.uow.row<{ known: boolean }>(
      `SELECT EXISTS (SELECT FROM organization_member WHERE org_id = $1 AND user_id = $2)
           OR EXISTS (SELECT FROM audit_event
                       WHERE org_id = $1 AND resource_id = $2 AND action IN ('member.removed', 'member.left')) AS known`,
      [orgId, userId],
    );
    return row?.known === true;
  }

  /** The valid service tokens that the person created, directly or through others. */
  tokens(orgId: string, userId: string): Promise<LiveToken[]> {
    return this.uow.rows<LiveToken>(
      `SELECT id, name, description, scopes, expires_at AS "expiresAt" FROM service_token
        WHERE org_id = $1 AND creator_user_id = $2 AND revoked_at IS NULL AND expires_at > now()
        ORDER BY created_at, id LIMIT ${MAX_LISTED}`,
      [orgId, userId],
    );
  }

  /** All addresses: the clients of all members have them. */
  allowLists(orgId: string, userId: string): Promise<KnownSecret[]> {
    return this.uow.rows<KnownSecret>(
      `SELECT a.id, a.name, ${isMaker('a')} FROM allow_list a WHERE a.org_id = $1 ORDER BY a.created_at, a.id`,
      [orgId, userId],
    );
  }

  /** The badges that the person made, or nobody knows who. */
  badges(orgId: string, userId: string): Promise<KnownSecret[]> {
    return this.uow.rows<KnownSecret>(
      `SELECT m.id, m.name, ${isMaker('b')} FROM mcp m JOIN mcp_badge b ON b.mcp_id = m.id
        WHERE m.org_id = $1 AND (b.made_by = $2 OR b.made_by IS NULL)
        ORDER BY m.name, m.id LIMIT ${MAX_LISTED}`,
      [orgId, userId],
    );
  }

  /** The webhooks whose secret the person made, or nobody knows who. Of the URL only the origin: its path may be a secret. */
  webhooks(orgId: string, userId: string): Promise<KnownSecret[]> {
    return this.uow.rows<KnownSecret>(
      `SELECT w.id, CASE w.description WHEN '' THEN o.origin ELSE w.description || ' (' || o.origin || ')' END AS name,
              ${isMaker('w')}
         FROM outbound_webhook w CROSS JOIN LATERAL (SELECT substring(w.url from '^[^/]*//[^/]*') AS origin) o
        WHERE w.org_id = $1 AND (w.made_by = $2 OR w.made_by IS NULL)
        ORDER BY w.created_at, w.id`,
      [orgId, userId],
    );
  }
}
