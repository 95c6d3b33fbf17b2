import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RefusedLogins } from '../../../auth/local-users/refused-logins.js';
import { OpenIdClient } from './openid-client.js';
import { SignInClaim } from './sign-in-claim.entity.js';
import { SignInClaimsRepository } from './sign-in-claims.repository.js';
import { SignInCompletions } from './sign-in-completions.js';
import { SignInRefusals } from './sign-in-refusals.js';
import { SignInController } from './sign-in.controller.js';
import { SignInService } from './sign-in.service.js';
import { AuditModule } from '../../audit/events/audit.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { IdentityProviderModule } from '../identity-provider/identity-provider.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { OpenApiTag } from '../../../common/openapi/tags.js';

/** The sign-in pages. Global because `access` cannot import this module, which implements one of its ports. */
@Global()
@OpenApiTag('sign-in', 'Signing in and out with a browser. These are pages, not endpoints for programs.')
@Module({
  imports: [
    TypeOrmModule.forFeature([SignInClaim]),
    AuditModule,
    IdentityModule,
    IdentityProviderModule,
    SessionsModule,
  ],
  controllers: [SignInController],
  providers: [
    OpenIdClient,
    SignInClaimsRepository,
    SignInCompletions,
    SignInRefusals,
    { provide: RefusedLogins, useExisting: SignInRefusals },
    SignInService,
  ],
  exports: [RefusedLogins],
})
export class SignInModule {}
