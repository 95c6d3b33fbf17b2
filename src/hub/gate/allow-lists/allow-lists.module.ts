import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/events/audit.module.js';
import { AllowList } from './allow-list.entity.js';
import { AllowListsController } from './allow-lists.controller.js';
import { AllowListsRepository } from './allow-lists.repository.js';
import { AllowListsService } from './allow-lists.service.js';

/** Addresses at which clients read what an organization allows. */
@Module({
  imports: [TypeOrmModule.forFeature([AllowList]), AuditModule],
  controllers: [AllowListsController],
  providers: [AllowListsRepository, AllowListsService],
  exports: [AllowListsRepository, AllowListsService],
})
export class AllowListsModule {}
