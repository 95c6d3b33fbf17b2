import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DelayedBatch } from '../../../common/concurrency/delayed-batch.js';
import { LOGGER, type Logger } from '../../../common/logging/logger.js';
import { RepeatedFailures } from '../../../common/logging/repeated-failures.js';
import { unauthorized } from '../../../common/errors/unauthorized.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { ServiceCaller } from '../../../auth/hub/hub-principal.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { hashServiceToken } from './service-token-secret.js';
import {
  ServiceTokensRepository,
  type TokenRefusal,
  type ServiceTokenSnapshot,
} from './service-tokens.repository.js';

// With a batch that is being written, a use is recorded within five seconds.
const WRITE_AFTER_MS = 2000;
const MAX_WAITING = 10_000;

/** The caller of a valid token. */
const serviceCallerOf = (
  { id, name, scopes, organization, creatorLacksRole, dependsOnUser }: ServiceTokenSnapshot,
  tokens: Pick<ServiceTokensRepository, 'find'>,
): ServiceCaller => ({
  kind: 'service_token',
  id,
  name,
  scopes: creatorLacksRole ? [] : scopes,
  organization,
  creatorLacksRole,
  dependsOnUser,
  renew: async () => {
    const current = await tokens.find(id);
    if (current?.refusal !== null) throw unauthorized();
    return serviceCallerOf(current, tokens);
  },
});

/** Authenticates service tokens and records their use (hub contract 8). */
@Injectable()
export class ServiceTokenUses implements OnModuleDestroy {
  /** When each token was last used. */
  private readonly uses: DelayedBatch<string, number>;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly tokens: ServiceTokensRepository,
    private readonly audit: AuditService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.uses = new DelayedBatch({
      write: (waiting) => this.recordUses(waiting),
      delayMs: WRITE_AFTER_MS,
      maxItems: MAX_WAITING,
      failureLog: new RepeatedFailures(logger, { what: 'uses of service tokens could not be recorded yet' }),
    });
  }

  /** Records the uses that are not recorded yet. */
  flush(): Promise<void> {
    return this.uses.flush();
  }

  async onModuleDestroy(): Promise<void> {
    await this.flush();
  }

  /** The caller of a token; undefined for an unknown token. @throws 401 for an invalid one */
  async callerOf(token: string): Promise<ServiceCaller | undefined> {
    const snapshot = await this.tokens.findSnapshot(hashServiceToken(token));
    if (snapshot === undefined) return undefined;
    const { id, refusal } = snapshot;
    if (refusal !== null) {
      if (!snapshot.refusedLately && !this.config.readOnly) await this.recordRefusal(snapshot, refusal);
      throw unauthorized(refusal === 'expired' || refusal === 'revoked' ? refusal : 'invalid');
    }
    if (!this.config.readOnly) this.uses.add(id, performance.now());
    return serviceCallerOf(snapshot, this.tokens);
  }

  private recordUses(uses: readonly (readonly [string, number])[]): Promise<void> {
    const now = performance.now();
    return this.tokens.recordUses(uses.map(([id, at]) => ({ id, agoMs: now - at })));
  }

  /** Records in the organization's audit trail that an invalid token is in use, at most once a minute. */
  private recordRefusal(
    { id, name, organization }: ServiceTokenSnapshot,
    reason: TokenRefusal,
  ): Promise<void> {
    return this.uow.run(async () => {
      if (!(await this.tokens.recordRefusal(id))) return;
      await this.audit.record({
        orgId: organization.id,
        actor: { id, type: 'service_token', name },
        action: 'token.refused',
        resourceId: id,
        details: { reason },
      });
    });
  }
}
