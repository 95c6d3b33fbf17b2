import { Module } from '@nestjs/common';
import { SourceEvents } from './source-events.js';
import { SourceEventsRepository } from './source-events.repository.js';

/** Changes of sources that wait to be analyzed. */
@Module({
  providers: [SourceEventsRepository, { provide: SourceEvents, useExisting: SourceEventsRepository }],
  exports: [SourceEvents, SourceEventsRepository],
})
export class SourceEventsModule {}
