import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Policy } from './policy.entity.js';
import { PoliciesController } from './policies.controller.js';
import { PoliciesRepository } from './policies.repository.js';
import { PoliciesService } from './policies.service.js';
import { AuditModule } from '../../audit/events/audit.module.js';
import { OpenApiTag } from '../../../common/openapi/tags.js';

/** Policies. */
@OpenApiTag('policies', 'Which servers an organization allows, and the evaluation of lists of servers.')
@Module({
  imports: [TypeOrmModule.forFeature([Policy]), AuditModule],
  controllers: [PoliciesController],
  providers: [PoliciesRepository, PoliciesService],
  exports: [PoliciesRepository, PoliciesService],
})
export class PoliciesModule {}
