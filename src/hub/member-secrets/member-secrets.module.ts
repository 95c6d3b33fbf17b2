import { Module } from '@nestjs/common';
import { AllowListsModule } from '../allow-lists/allow-lists.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { BadgesModule } from '../badges/badges.module.js';
import { OutboundWebhooksModule } from '../outbound-webhooks/outbound-webhooks.module.js';
import { ServiceTokensModule } from '../service-tokens/service-tokens.module.js';
import { MadeSecretsModule } from './made-secrets.module.js';
import { MemberSecretsController } from './member-secrets.controller.js';
import { OwnedSecrets } from './owned-secrets.js';
import { SecretRotation } from './secret-rotation.service.js';

/** What people made or know of organizations, to be replaced when they leave. */
@Module({
  imports: [
    AllowListsModule,
    AuditModule,
    BadgesModule,
    OutboundWebhooksModule,
    MadeSecretsModule,
    ServiceTokensModule,
  ],
  controllers: [MemberSecretsController],
  providers: [OwnedSecrets, SecretRotation],
})
export class MemberSecretsModule {}
