import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/events/audit.module.js';
import { BadgesController } from './badges.controller.js';
import { BadgesRepository } from './badges.repository.js';
import { BadgesService } from './badges.service.js';
import { McpBadge } from './mcp-badge.entity.js';

/** Badges of MCPs. It comes before the catalog: `/mcps/{owner}/{slug}` has the form of `/mcps/{mcpId}/badge.svg`. */
@Module({
  imports: [TypeOrmModule.forFeature([McpBadge]), AuditModule],
  controllers: [BadgesController],
  providers: [BadgesRepository, BadgesService],
  exports: [BadgesService],
})
export class BadgesModule {}
