import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/events/audit.module.js';
import { CheckpointsModule } from '../../audit/checkpoints/checkpoints.module.js';
import { SigningModule } from '../../platform/signing/signing.module.js';
import { SnapshotsModule } from '../../catalog/snapshots/snapshots.module.js';
import { EvidenceExportService } from './evidence-export.service.js';
import { ExportedSnapshotsReadModel } from './exported-snapshots.read-model.js';

/** Exports of evidence that their readers can verify. */
@Module({
  imports: [AuditModule, CheckpointsModule, SigningModule, SnapshotsModule],
  providers: [EvidenceExportService, ExportedSnapshotsReadModel],
  exports: [EvidenceExportService],
})
export class EvidenceExportModule {}
