import { Inject, Injectable } from '@nestjs/common';
import { nameKey } from '../../common/values/names.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { Account } from '../accounts/account-credentials.repository.js';
import { ApiTokensRepository } from '../api-tokens/api-tokens.repository.js';
import { sharesPeople } from '../accounts/shared-people.js';

/** What ended in the registry with a membership in the hub. */
export interface EndedInRegistry {
  /** The role that the account had in the registry's organization; null if it was no member. */
  readonly role: string | null;
  /** Public identifiers of the tokens that ended. */
  readonly tokens: readonly string[];
}

/** The registry's side of a membership in the hub: the same person in the organization of the same name (ADR 109). */
@Injectable()
export class RegistryMemberships {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly tokens: ApiTokensRepository,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Whether people can be known in both APIs. */
  get areKnown(): boolean {
    return sharesPeople(this.config);
  }

  /**
   * Ends an account's membership in an organization, and its tokens with a pattern that names the organization, with those that
   * these have created. The last admin ends as well. Waits for the account's changes in flight.
   */
  async end(slug: string, { localId, issuer, subject }: Account): Promise<EndedInRegistry> {
    const isKnown = this.areKnown && issuer !== null && subject !== null;
    if (!isKnown || (this.config.auth.mode === 'oss') !== (localId !== null))
      return { role: null, tokens: [] };
    await this.uow.rows('SELECT id FROM registry_organization WHERE slug_key = $1 FOR UPDATE', [
      nameKey(slug),
    ]);
    const member = await this.uow.row<{ role: string }>(
      `DELETE FROM registry_member m USING registry_organization o
        WHERE o.slug_key = $1 AND m.org_id = o.id AND m.username_key = $2 AND m.username = $3 RETURNING m.role`,
      [nameKey(slug), localId === null ? subject : nameKey(subject), subject],
    );
    await this.tokens.lockTokensOf(subject);
    const ended = await this.uow.rows<{ tokenId: string }>(
      `WITH RECURSIVE gone AS (
         SELECT t.id, t.token_id FROM registry_api_token t
          WHERE t.issuer = $1 AND t.owner = $2
            AND EXISTS (SELECT FROM unnest(t.resources) r WHERE lower(r) LIKE $3)
         UNION
         SELECT t.id, t.token_id FROM registry_api_token t JOIN gone g ON t.parent_id = g.id)
       DELETE FROM registry_api_token d USING gone WHERE d.id = gone.id RETURNING gone.token_id AS "tokenId"`,
      [issuer, subject, `org/${nameKey(slug).replaceAll('_', '\\_')}/%`],
    );
    return { role: member?.role ?? null, tokens: ended.map(({ tokenId }) => tokenId).sort() };
  }
}
