import { Inject, Injectable } from '@nestjs/common';
import { LOCAL_ISSUER } from '../../../auth/local-users/local-issuer.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { nameKey } from '../../../common/values/names.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { RegistryPerson } from '../../../storage/outbox/registry-changes.js';

/** What the hub calls those whom a change of the registry names. */
export interface KnownToHub {
  readonly orgId: string | null;
  readonly actorId: string | null;
  readonly personId: string | null;
}

// A name may belong to somebody else by now; only the id of the account, or the subject of a provider, is one person's.
const USER = (issuer: string, subject: string): string =>
  `(SELECT id FROM hub_user WHERE issuer = ${issuer} AND subject = ${subject})`;

/** SQL of what the hub knows about changes in the registry. */
@Injectable()
export class RegistryTrailRepository {
  private readonly issuer: string;
  private readonly isOfProvider: boolean;

  constructor(
    private readonly uow: UnitOfWork,
    @Inject(APP_CONFIG) { auth }: AppConfig,
  ) {
    this.isOfProvider = auth.mode === 'enterprise';
    this.issuer = auth.mode === 'enterprise' ? auth.issuer : LOCAL_ISSUER;
  }

  /** The organization with a slug, whatever its status, and the users of the hub, in one statement. */
  async find(
    org: string | null,
    actor: RegistryPerson | undefined,
    person: RegistryPerson | undefined,
  ): Promise<KnownToHub> {
    const row = await this.uow.row<KnownToHub>(
      `SELECT (SELECT id FROM organization WHERE slug_key = $1) AS "orgId",
              ${USER('$2', '$3')} AS "actorId", ${USER('$2', '$4')} AS "personId"`,
      [org === null ? null : nameKey(org), this.issuer, this.subjectOf(actor), this.subjectOf(person)],
    );
    return row ?? { orgId: null, actorId: null, personId: null };
  }

  private subjectOf(person: RegistryPerson | undefined): string | null {
    if (person === undefined) return null;
    return this.isOfProvider ? person.subject : person.account_id;
  }
}
