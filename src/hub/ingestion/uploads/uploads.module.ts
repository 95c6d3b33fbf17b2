import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OpenApiTag } from '../../../common/openapi/tags.js';
import { AuditModule } from '../../audit/events/audit.module.js';
import { IntakeModule } from '../../catalog/intake/intake.module.js';
import { McpsModule } from '../../catalog/mcps/mcps.module.js';
import { ObjectsModule } from '../../platform/objects/objects.module.js';
import { PushedMcpsRepository } from './pushed-mcps.repository.js';
import { UploadCleanupJob } from './upload-cleanup-job.js';
import { UploadFinalization } from './upload-finalization.service.js';
import { UploadMcps } from './upload-mcps.js';
import { UploadReceiver } from './upload-receiver.service.js';
import { Upload } from './upload.entity.js';
import { UploadsController } from './uploads.controller.js';
import { UploadsRepository } from './uploads.repository.js';
import { UploadsService } from './uploads.service.js';

/** Bundles that are pushed to the hub. */
@OpenApiTag('uploads', 'Versions that are pushed to the hub as bundles.')
@Module({
  imports: [TypeOrmModule.forFeature([Upload]), AuditModule, IntakeModule, McpsModule, ObjectsModule],
  controllers: [UploadsController],
  providers: [
    PushedMcpsRepository,
    UploadCleanupJob,
    UploadFinalization,
    UploadMcps,
    UploadReceiver,
    UploadsRepository,
    UploadsService,
  ],
  exports: [UploadFinalization, UploadReceiver, UploadsService],
})
export class UploadsModule {}
