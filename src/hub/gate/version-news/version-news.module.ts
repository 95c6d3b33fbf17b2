import { Module } from '@nestjs/common';
import { OrganizationEventsModule } from '../../notifications/outbound-webhooks/organization-events.module.js';
import { PoliciesModule } from '../policies/policies.module.js';
import { AnalyzedVersionsReadModel } from './analyzed-versions.read-model.js';
import { ServerUsers } from './server-users.js';
import { VersionNewsJob } from './version-news-job.js';
import { VersionNews } from './version-news.service.js';

/** News of versions of the MCP servers that organizations use. */
@Module({
  imports: [OrganizationEventsModule, PoliciesModule],
  providers: [AnalyzedVersionsReadModel, ServerUsers, VersionNews, VersionNewsJob],
})
export class VersionNewsModule {}
