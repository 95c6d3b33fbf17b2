import { Module } from '@nestjs/common';
import { McpsModule } from '../mcps/mcps.module.js';
import { VersionEventsController } from './version-events.controller.js';
import { VersionStreams } from './version-streams.js';
import { VersionStatesReadModel } from './version-states.read-model.js';
import { VersionEventTimes, VersionWatcher } from './version-watcher.js';

/** Events of versions that are analyzed. */
@Module({
  imports: [McpsModule],
  controllers: [VersionEventsController],
  providers: [VersionEventTimes, VersionStreams, VersionStatesReadModel, VersionWatcher],
})
export class VersionEventsModule {}
