import { Module } from '@nestjs/common';
import { McpsModule } from '../mcps/mcps.module.js';
import { ObjectsModule } from '../../platform/objects/objects.module.js';
import { EvidenceController } from './evidence.controller.js';
import { EvidenceService } from './evidence.service.js';

/** Downloads of reports, SARIF, bills of materials and sources. */
@Module({
  imports: [McpsModule, ObjectsModule],
  controllers: [EvidenceController],
  providers: [EvidenceService],
})
export class EvidenceModule {}
