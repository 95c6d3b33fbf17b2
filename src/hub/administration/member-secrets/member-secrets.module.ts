import { Module } from '@nestjs/common';
import { AllowListsModule } from '../../gate/allow-lists/allow-lists.module.js';
import { AuditModule } from '../../audit/events/audit.module.js';
import { BadgesModule } from '../../catalog/badges/badges.module.js';
import { OutboundWebhooksModule } from '../../notifications/outbound-webhooks/outbound-webhooks.module.js';
import { ServiceTokensModule } from '../../accounts/service-tokens/service-tokens.module.js';
import { SourceSecretsModule } from '../../ingestion/source-secrets/source-secrets.module.js';
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
    SourceSecretsModule,
  ],
  controllers: [MemberSecretsController],
  providers: [OwnedSecrets, SecretRotation],
})
export class MemberSecretsModule {}
