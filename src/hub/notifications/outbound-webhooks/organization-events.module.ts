import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OrganizationEvent } from './organization-event.entity.js';
import { OrganizationEvents } from './organization-events.js';
import { OrganizationEventsRepository } from './organization-events.repository.js';

/** Events of organizations, for the modules that add them. */
@Module({
  imports: [TypeOrmModule.forFeature([OrganizationEvent])],
  providers: [OrganizationEvents, OrganizationEventsRepository],
  exports: [OrganizationEvents, OrganizationEventsRepository],
})
export class OrganizationEventsModule {}
