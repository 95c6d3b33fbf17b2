import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Area } from './area.entity.js';
import { AreaMember } from './area-member.entity.js';
import { AreaMcpsController } from './area-mcps.controller.js';
import { AreaMcpsRepository } from './area-mcps.repository.js';
import { AreaMcpsService } from './area-mcps.service.js';
import { AreaMembersController } from './area-members.controller.js';
import { AreaMembersRepository } from './area-members.repository.js';
import { AreaMembersService } from './area-members.service.js';
import { AreasController } from './areas.controller.js';
import { AreasRepository } from './areas.repository.js';
import { AreasService } from './areas.service.js';
import { AuditModule } from '../../audit/events/audit.module.js';
import { OpenApiTag } from '../../../common/openapi/tags.js';

/** Areas and their members. */
@OpenApiTag('areas', 'Groups of MCPs in an organization, and their members.')
@Module({
  imports: [TypeOrmModule.forFeature([Area, AreaMember]), AuditModule],
  controllers: [AreaMcpsController, AreaMembersController, AreasController],
  providers: [
    AreaMcpsRepository,
    AreaMcpsService,
    AreaMembersRepository,
    AreaMembersService,
    AreasRepository,
    AreasService,
  ],
  exports: [AreasService],
})
export class AreasModule {}
