import { Module } from '@nestjs/common';
import { HubAccess } from './hub-access.js';
import { HubAuthenticator } from './hub-authenticator.js';
import { HubEntry } from './hub-entry.js';
import { IdentityModule } from '../identity/identity.module.js';
import { RateLimitModule } from '../../platform/rate-limit/rate-limit.module.js';
import { ServiceTokensModule } from '../service-tokens/service-tokens.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';

/** Authentication and authorization of callers. */
@Module({
  imports: [IdentityModule, RateLimitModule, ServiceTokensModule, SessionsModule],
  providers: [HubAccess, HubAuthenticator, HubEntry],
})
export class AuthenticationModule {}
