import { Module } from '@nestjs/common';
import { AdvisoryStoreModule } from '../advisories/advisory-store.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { FindingsModule } from '../findings/findings.module.js';
import { McpsModule } from '../mcps/mcps.module.js';
import { NewestVersionsModule } from '../newest-versions/newest-versions.module.js';
import { ObjectsModule } from '../objects/objects.module.js';
import { SnapshotsModule } from '../snapshots/snapshots.module.js';
import { OrganizationEventsModule } from '../outbound-webhooks/organization-events.module.js';
import { ObservedResults } from './observed-results.js';
import { RecordedEvents } from './recorded-events.js';
import { RecordedObjects } from './recorded-objects.js';
import { SnapshotRecorder } from './snapshot-recorder.js';

/** Recording of analyses. */
@Module({
  imports: [
    AdvisoryStoreModule,
    AuditModule,
    FindingsModule,
    McpsModule,
    NewestVersionsModule,
    ObjectsModule,
    OrganizationEventsModule,
    SnapshotsModule,
  ],
  providers: [ObservedResults, RecordedEvents, RecordedObjects, SnapshotRecorder],
  exports: [SnapshotRecorder],
})
export class RecordingModule {}
