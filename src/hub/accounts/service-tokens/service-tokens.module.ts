import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ServiceToken } from './service-token.entity.js';
import { ServiceTokenUses } from './service-token-uses.service.js';
import { ServiceTokensController } from './service-tokens.controller.js';
import { ServiceTokensRepository } from './service-tokens.repository.js';
import { ServiceTokensService } from './service-tokens.service.js';
import { AuditModule } from '../../audit/events/audit.module.js';
import { OpenApiTag } from '../../../common/openapi/tags.js';

/** Service tokens. */
@OpenApiTag('tokens', 'Service tokens of organizations.')
@Module({
  imports: [TypeOrmModule.forFeature([ServiceToken]), AuditModule],
  controllers: [ServiceTokensController],
  providers: [ServiceTokenUses, ServiceTokensRepository, ServiceTokensService],
  exports: [ServiceTokenUses, ServiceTokensService],
})
export class ServiceTokensModule {}
