import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SourceEvent } from './source-event.entity.js';
import { SourceEvents } from './source-events.js';
import { SourceEventsRepository } from './source-events.repository.js';

/** The queue of source changes to analyze. */
@Module({
  imports: [TypeOrmModule.forFeature([SourceEvent])],
  providers: [SourceEventsRepository, { provide: SourceEvents, useExisting: SourceEventsRepository }],
  exports: [SourceEvents, SourceEventsRepository],
})
export class SourceEventsModule {}
