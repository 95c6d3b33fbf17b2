import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { HubObject } from './hub-object.entity.js';
import { HubObjectsRepository } from './hub-objects.repository.js';
import { HubObjects } from './hub-objects.js';
import { ObjectCleanupJob } from './object-cleanup-job.js';
import { ReferencedObjects } from './referenced-objects.js';

/** The objects of analyses: sources, findings, reports. */
@Module({
  imports: [TypeOrmModule.forFeature([HubObject])],
  providers: [HubObjectsRepository, HubObjects, ObjectCleanupJob, ReferencedObjects],
  exports: [HubObjects],
})
export class ObjectsModule {}
