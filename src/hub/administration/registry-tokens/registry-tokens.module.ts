import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/events/audit.module.js';
import { RegistryTokensController } from './registry-tokens.controller.js';
import { RegistryTokensService } from './registry-tokens.service.js';

/** Tokens of the registry for users who are signed in to the hub. */
@Module({
  imports: [AuditModule],
  controllers: [RegistryTokensController],
  providers: [RegistryTokensService],
})
export class RegistryTokensModule {}
