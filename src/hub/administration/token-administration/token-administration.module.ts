import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/events/audit.module.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { ServiceTokensModule } from '../../accounts/service-tokens/service-tokens.module.js';
import { AdminTokensController } from './admin-tokens.controller.js';
import { AdminTokensService } from './admin-tokens.service.js';
import { OperatorTokens } from './operator-tokens.service.js';
import { TokenRevocations } from './token-revocations.js';
import { TokensReadModel } from './tokens.read-model.js';

/** API tokens of both kinds, for administrators and the operator. */
@Module({
  // Commands load no other module with the organizations, to which service tokens refer.
  imports: [TypeOrmModule.forFeature([Organization]), AuditModule, ServiceTokensModule],
  controllers: [AdminTokensController],
  providers: [AdminTokensService, OperatorTokens, TokenRevocations, TokensReadModel],
  exports: [OperatorTokens],
})
export class TokenAdministrationModule {}
