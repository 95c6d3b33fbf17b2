import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/events/audit.module.js';
import { OpenApiTag } from '../../../common/openapi/tags.js';
import { Suppression } from './suppression.entity.js';
import { SuppressionsController } from './suppressions.controller.js';
import { SuppressionsRepository } from './suppressions.repository.js';
import { SuppressionsService } from './suppressions.service.js';

/** Suppressions. */
@OpenApiTag('suppressions', 'Findings that an organization accepts for a while.')
@Module({
  imports: [TypeOrmModule.forFeature([Suppression]), AuditModule],
  controllers: [SuppressionsController],
  providers: [SuppressionsRepository, SuppressionsService],
})
export class SuppressionsModule {}
