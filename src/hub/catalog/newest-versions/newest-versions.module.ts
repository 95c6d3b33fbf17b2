import { Module } from '@nestjs/common';
import { FindingStoreModule } from '../findings/finding-store.module.js';
import { OrganizationEventsModule } from '../../notifications/outbound-webhooks/organization-events.module.js';
import { MissingReleaseKeys } from './missing-release-keys.js';
import { NewestVersionsJob } from './newest-versions-job.js';
import { NewestVersionsRepository } from './newest-versions.repository.js';
import { Promotions } from './promotions.js';
import { NewestVersions } from './newest-versions.js';

/** What follows when another version of an MCP becomes the newest. */
@Module({
  imports: [FindingStoreModule, OrganizationEventsModule],
  providers: [MissingReleaseKeys, NewestVersions, NewestVersionsJob, NewestVersionsRepository, Promotions],
  exports: [NewestVersions, NewestVersionsRepository, Promotions],
})
export class NewestVersionsModule {}
