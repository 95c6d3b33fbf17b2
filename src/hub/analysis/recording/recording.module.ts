import { Module } from '@nestjs/common';
import { AdvisoryStoreModule } from '../advisories/advisory-store.module.js';
import { AuditModule } from '../../audit/events/audit.module.js';
import { FindingsModule } from '../../catalog/findings/findings.module.js';
import { McpsModule } from '../../catalog/mcps/mcps.module.js';
import { NewestVersionsModule } from '../../catalog/newest-versions/newest-versions.module.js';
import { ObjectsModule } from '../../platform/objects/objects.module.js';
import { SnapshotsModule } from '../../catalog/snapshots/snapshots.module.js';
import { OrganizationEventsModule } from '../../notifications/outbound-webhooks/organization-events.module.js';
import { ObservedResults } from './observed-results.js';
import { SnapshotEvents } from './snapshot-events.js';
import { SnapshotObjects } from './snapshot-objects.js';
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
  providers: [ObservedResults, SnapshotEvents, SnapshotObjects, SnapshotRecorder],
  exports: [SnapshotRecorder],
})
export class RecordingModule {}
