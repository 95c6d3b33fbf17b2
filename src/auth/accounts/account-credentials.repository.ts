import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { ApiTokensRepository } from '../api-tokens/api-tokens.repository.js';
import { laterThan } from './credential-times.js';
import { LOCAL_ISSUER } from '../local-users/local-issuer.js';

/** Whose credentials end: a user of the hub, a local user of the registry, or one who is both. */
export interface Account {
  /** Null for a local user who has not signed in to the hub. */
  readonly userId: string | null;
  readonly localId: string | null;
  /** The issuer and the `sub` of the account's JWTs and API tokens in the registry; null before the first sign-in. */
  readonly issuer: string | null;
  readonly subject: string | null;
  /** What people call it. */
  readonly name: string;
}

/** A service token that has ended with others. */
export interface EndedServiceToken {
  readonly id: string;
  readonly orgId: string;
  readonly name: string;
}

const ACCOUNT = `
  u.id AS "userId", l.id AS "localId", CASE WHEN l.id IS NULL THEN u.issuer ELSE '' END AS issuer,
  coalesce(l.username, u.subject) AS subject,
  coalesce(l.username, nullif(u.name, ''), nullif(u.email, ''), u.id::text) AS name`;

/** SQL of what ends the credentials of accounts (ADR 102). Callers hold the locks of `lock`. */
@Injectable()
export class AccountCredentialsRepository {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly tokens: ApiTokensRepository,
  ) {}

  /** The account of a user of the hub. */
  ofUser(userId: string): Promise<Account | undefined> {
    return this.uow.row<Account>(
      `SELECT ${ACCOUNT}
         FROM hub_user u
         LEFT JOIN local_user l ON u.issuer = '${LOCAL_ISSUER}' AND l.id::text = u.subject
        WHERE u.id = $1 AND u.status <> 'DELETED'`,
      [userId],
    );
  }

  /** The account of a local user. */
  ofLocalUser(localId: string): Promise<Account | undefined> {
    return this.uow.row<Account>(
      `SELECT ${ACCOUNT}
         FROM local_user l
         LEFT JOIN hub_user u ON u.issuer = '${LOCAL_ISSUER}' AND u.subject = l.id::text
        WHERE l.id = $1`,
      [localId],
    );
  }

  /** Locks an account: the user of the hub, then the local user (ADR 27). */
  async lock({ userId, localId }: Pick<Account, 'userId' | 'localId'>): Promise<void> {
    if (userId !== null) {
      await this.uow.rows('SELECT id FROM hub_user WHERE id = $1 FOR NO KEY UPDATE', [userId]);
    }
    if (localId !== null) {
      await this.uow.rows('SELECT id FROM local_user WHERE id = $1 FOR NO KEY UPDATE', [localId]);
    }
  }

  /**
   * Locks those of several users of the hub who are local users, too: requests to the registry that are in flight hold these
   * rows, and finish before the access changes. Call it before organizations are locked, which such a request locks after its
   * user.
   */
  async lockLocalUsers(userIds: readonly string[]): Promise<void> {
    await this.uow.rows(
      `SELECT id FROM local_user
        WHERE id IN (SELECT subject::uuid FROM hub_user WHERE id = ANY($1) AND issuer = '${LOCAL_ISSUER}')
        ORDER BY id FOR NO KEY UPDATE`,
      [userIds],
    );
  }

  /** Ends the sessions and JWTs of users of the hub, also in the registry. Returns the number of sessions. */
  async endSignIns(userIds: readonly string[]): Promise<number> {
    await this.uow.rows(
      `UPDATE hub_user SET credentials_valid_from = ${laterThan('credentials_valid_from')}
        WHERE id = ANY($1) AND issuer <> '${LOCAL_ISSUER}'`,
      [userIds],
    );
    await this.uow.rows(
      `UPDATE local_user SET credentials_valid_from = ${laterThan('credentials_valid_from')}
        WHERE id IN (SELECT subject::uuid FROM hub_user WHERE id = ANY($1) AND issuer = '${LOCAL_ISSUER}')`,
      [userIds],
    );
    return this.endSessions(userIds);
  }

  /** The same for a local user, who may not have signed in to the hub. */
  async endSignInsOfLocalUser({ userId, localId }: Pick<Account, 'userId' | 'localId'>): Promise<number> {
    await this.uow.rows(
      `UPDATE local_user SET credentials_valid_from = ${laterThan('credentials_valid_from')} WHERE id = $1`,
      [localId],
    );
    return userId === null ? 0 : this.endSessions([userId]);
  }

  /** Deletes the API tokens of the registry that an account owns. Returns their public identifiers. */
  async endRegistryTokens({ localId, issuer, subject }: Account): Promise<string[]> {
    if (issuer === null || subject === null) return [];
    await this.tokens.lockTokensOf(subject);
    const rows = await this.uow.rows<{ tokenId: string }>(
      localId === null
        ? `DELETE FROM registry_api_token WHERE issuer = $1 AND owner = $2 RETURNING token_id AS "tokenId"`
        : `DELETE FROM registry_api_token WHERE owner_id = $1 RETURNING token_id AS "tokenId"`,
      localId === null ? [issuer, subject] : [localId],
    );
    return rows.map(({ tokenId }) => tokenId);
  }

  /** Revokes the valid service tokens that a user created, directly or through others. */
  async endServiceTokens(userId: string | null): Promise<EndedServiceToken[]> {
    if (userId === null) return [];
    // Tokens are revoked under the locks of their organizations.
    await this.uow.rows(
      `SELECT id FROM organization
        WHERE id IN (SELECT org_id FROM service_token WHERE creator_user_id = $1 AND revoked_at IS NULL)
        ORDER BY id FOR NO KEY UPDATE`,
      [userId],
    );
    return this.uow.rows<EndedServiceToken>(
      `UPDATE service_token SET revoked_at = now()
        WHERE creator_user_id = $1 AND revoked_at IS NULL AND expires_at > now()
       RETURNING id, org_id AS "orgId", name`,
      [userId],
    );
  }

  private async endSessions(userIds: readonly string[]): Promise<number> {
    const ended = await this.uow.rows('DELETE FROM hub_session WHERE user_id = ANY($1) RETURNING user_id', [
      userIds,
    ]);
    return ended.length;
  }
}
