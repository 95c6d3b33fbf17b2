import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/events/audit.module.js';
import { LaunchController } from './launch.controller.js';
import { LaunchService } from './launch.service.js';
import { LaunchesRepository } from './launches.repository.js';
import { McpLaunchTarget } from './mcp-launch-target.entity.js';
import { McpLaunch } from './mcp-launch.entity.js';

/** How organizations start MCPs. */
@Module({
  imports: [TypeOrmModule.forFeature([McpLaunch, McpLaunchTarget]), AuditModule],
  controllers: [LaunchController],
  providers: [LaunchService, LaunchesRepository],
  exports: [LaunchesRepository],
})
export class LaunchModule {}
