import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SourceEvent } from './source-event.entity.js';
import { SourceEvents } from './source-events.js';
import { SourceEventsRepository } from './source-events.repository.js';

/** Changes of sources that wait to be analyzed. */
@Module({
  imports: [TypeOrmModule.forFeature([SourceEvent])],
  providers: [SourceEventsRepository, { provide: SourceEvents, useExisting: SourceEventsRepository }],
  exports: [SourceEvents, SourceEventsRepository],
})
export class SourceEventsModule {}
