import { Inject, Injectable } from '@nestjs/common';
import { HubChanges } from '../../../auth/hub/hub-changes.js';
import type { UserCaller } from '../../../auth/hub/hub-principal.js';
import { IssuedJwts } from '../../../auth/jwt/issued-jwts.js';
import {
  LocalUsersRepository,
  resourcesOf,
  type LocalUserSnapshot,
} from '../../../auth/local-users/local-users.repository.js';
import { conflict, type ApiError } from '../../../common/errors/api-error.js';
import { APP_CONFIG, ossSettings, type AppConfig } from '../../../config/app-config.js';
import { actorOf } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import type { RegistryToken } from './registry-tokens.dto.js';

const MAX_SECONDS = 15 * 60;

/** Gives users who are signed in to the hub what their login at the registry would give (hub contract 40). */
@Injectable()
export class RegistryTokensService {
  constructor(
    private readonly changes: HubChanges,
    private readonly users: LocalUsersRepository,
    private readonly audit: AuditService,
    private readonly jwts: IssuedJwts,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @throws 409 if the caller is no local user of the registry */
  async create(caller: UserCaller): Promise<RegistryToken> {
    if (this.config.auth.mode !== 'oss') throw noLocalUser();
    const lifetime = Math.min(ossSettings(this.config).tokenTtl, MAX_SECONDS);
    const user = await this.changes.run(caller, {}, async (confirmed) => {
      const found = await this.requireUser(confirmed.id);
      await this.audit.record({
        orgId: null,
        actor: actorOf(confirmed),
        action: 'registry_token.created',
        resourceId: confirmed.id,
        details: { username: found.username, expires_in: lifetime },
      });
      return found;
    });
    return {
      access_token: await this.jwts.ofLogin({ ...user, resources: resourcesOf(user) }, lifetime),
      token_type: 'Bearer',
      expires_in: lifetime,
    };
  }

  private async requireUser(hubUserId: string): Promise<LocalUserSnapshot> {
    const user = await this.users.findSnapshotOfHubUser(hubUserId);
    // A disabled user is no active user of the hub either, unless that has just changed.
    if (user === undefined || user.disabled) throw noLocalUser();
    return user;
  }
}

const noLocalUser = (): ApiError =>
  conflict('the users of the registry are those of the identity provider; use a token that it gives you');
