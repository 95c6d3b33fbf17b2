import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/events/audit.module.js';
import { McpsModule } from '../../catalog/mcps/mcps.module.js';
import { OutboundWebhooksModule } from '../../notifications/outbound-webhooks/outbound-webhooks.module.js';
import { SourceSecret } from './source-secret.entity.js';
import { SourceSecretsController } from './source-secrets.controller.js';
import { SourceSecretsRepository } from './source-secrets.repository.js';
import { SourceSecretsService } from './source-secrets.service.js';

/** Webhook secrets of single sources. */
@Module({
  imports: [TypeOrmModule.forFeature([SourceSecret]), AuditModule, McpsModule, OutboundWebhooksModule],
  controllers: [SourceSecretsController],
  providers: [SourceSecretsRepository, SourceSecretsService],
  exports: [SourceSecretsRepository, SourceSecretsService],
})
export class SourceSecretsModule {}
