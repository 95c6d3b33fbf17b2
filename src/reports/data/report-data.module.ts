import { Module } from '@nestjs/common';
import { PostureModule } from '../../hub/assurance/posture/posture.module.js';
import { ObjectsModule } from '../../hub/platform/objects/objects.module.js';
import { SnapshotsModule } from '../../hub/catalog/snapshots/snapshots.module.js';
import { OrganizationResults } from './organization-results.js';
import { ReportDataReadModel } from './report-data.read-model.js';
import { ReportDataService } from './report-data.service.js';
import { ReportTargetsReadModel } from './report-targets.read-model.js';

/** The data of reports. */
@Module({
  imports: [PostureModule, ObjectsModule, SnapshotsModule],
  providers: [OrganizationResults, ReportDataReadModel, ReportDataService, ReportTargetsReadModel],
  exports: [ReportDataService, ReportTargetsReadModel],
})
export class ReportDataModule {}
