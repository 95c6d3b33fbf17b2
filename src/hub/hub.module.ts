import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { HubAccessGuard } from './access/hub-access.guard.js';
import { HubAuthenticator } from './access/hub-authenticator.js';
import { HubEntry } from './access/hub-entry.js';
import { AuditRepository } from './audit/audit.repository.js';
import { AuditService } from './audit/audit.service.js';
import { HubUsersRepository } from './identity/hub-users.repository.js';
import { HubUsersService } from './identity/hub-users.service.js';
import { MeController } from './identity/me.controller.js';
import { UserTokens } from './identity/user-tokens.js';
import { OrganizationsController } from './orgs/organizations.controller.js';
import { HubOrganizationsRepository } from './orgs/organizations.repository.js';
import { OrganizationsService } from './orgs/organizations.service.js';
import { MemoryCounter } from './rate-limit/memory-counter.js';
import { RateLimiter } from './rate-limit/rate-limiter.js';
import { RequestCounter } from './rate-limit/request-counter.js';
import { ServiceTokensRepository } from './service-tokens/service-tokens.repository.js';

/** The hub API, `/api/v1`. */
@Module({
  controllers: [MeController, OrganizationsController],
  providers: [
    AuditRepository,
    AuditService,
    HubAuthenticator,
    HubEntry,
    HubOrganizationsRepository,
    HubUsersRepository,
    HubUsersService,
    OrganizationsService,
    RateLimiter,
    ServiceTokensRepository,
    UserTokens,
    { provide: RequestCounter, useFactory: () => new MemoryCounter() },
    { provide: APP_GUARD, useClass: HubAccessGuard },
  ],
})
export class HubModule {}
