import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/events/audit.module.js';
import { NewestVersionsModule } from '../../catalog/newest-versions/newest-versions.module.js';
import { ObjectsModule } from '../../platform/objects/objects.module.js';
import { OrganizationEventsModule } from '../../notifications/outbound-webhooks/organization-events.module.js';
import { RegistryClientModule } from '../../platform/registry-client/registry-client.module.js';
import { SigningModule } from '../../platform/signing/signing.module.js';
import { SnapshotsModule } from '../../catalog/snapshots/snapshots.module.js';
import { PromotedVersions } from './promoted-versions.js';
import { PublicationAttempt } from './publication-attempt.js';
import { PublicationEvents } from './publication-events.js';
import { PublicationInputs } from './publication-inputs.js';
import { PublicationJob } from './publication-job.js';
import { PublicationPlanner } from './publication-planner.js';
import { PublicationQueue } from './publication-queue.js';
import { PublicationSender } from './publication-sender.js';
import { PublicationSubjectReadModel } from './publication-subject.read-model.js';
import { Publication } from './publication.entity.js';
import { PublicationsController } from './publications.controller.js';
import { PublicationsReadModel } from './publications.read-model.js';
import { PublicationsRepository } from './publications.repository.js';
import { Publications } from './publications.service.js';
import { Publisher } from './publisher.js';

/** Publication of certified versions to the registry. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Publication]),
    AuditModule,
    NewestVersionsModule,
    ObjectsModule,
    OrganizationEventsModule,
    RegistryClientModule,
    SigningModule,
    SnapshotsModule,
  ],
  controllers: [PublicationsController],
  providers: [
    PromotedVersions,
    PublicationAttempt,
    PublicationEvents,
    PublicationInputs,
    PublicationJob,
    PublicationPlanner,
    PublicationQueue,
    PublicationSender,
    PublicationSubjectReadModel,
    Publications,
    PublicationsReadModel,
    PublicationsRepository,
    Publisher,
  ],
  exports: [Publications],
})
export class PublicationModule {}
