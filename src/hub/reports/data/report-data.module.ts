import { Module } from '@nestjs/common';
import { GrcModule } from '../../grc/grc.module.js';
import { ObjectsModule } from '../../objects/objects.module.js';
import { SnapshotsModule } from '../../snapshots/snapshots.module.js';
import { OrganizationResults } from './organization-results.js';
import { ReportDataReadModel } from './report-data.read-model.js';
import { ReportDataService } from './report-data.service.js';
import { ReportTargetsReadModel } from './report-targets.read-model.js';

/** The data of reports. */
@Module({
  imports: [GrcModule, ObjectsModule, SnapshotsModule],
  providers: [OrganizationResults, ReportDataReadModel, ReportDataService, ReportTargetsReadModel],
  exports: [ReportDataService, ReportTargetsReadModel],
})
export class ReportDataModule {}
