import { Module } from '@nestjs/common';
import { PoliciesController } from './policies.controller.js';
import { PoliciesRepository } from './policies.repository.js';
import { PoliciesService } from './policies.service.js';
import { AuditModule } from '../audit/audit.module.js';
import { OpenApiTag } from '../../common/openapi/tags.js';

/** Policies. */
@OpenApiTag('policies', 'Which servers an organization allows, and the evaluation of lists of servers.')
@Module({
  imports: [AuditModule],
  controllers: [PoliciesController],
  providers: [PoliciesRepository, PoliciesService],
  exports: [PoliciesRepository],
})
export class PoliciesModule {}
