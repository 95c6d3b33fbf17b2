import { Module } from '@nestjs/common';
import { McpsModule } from '../mcps/mcps.module.js';
import { FindingStoreModule } from './finding-store.module.js';
import { FindingsController } from './findings.controller.js';
import { FindingsReadModel } from './findings.read-model.js';
import { FindingsService } from './findings.service.js';

/** Findings of MCPs over time, and of their versions. */
@Module({
  imports: [FindingStoreModule, McpsModule],
  controllers: [FindingsController],
  providers: [FindingsReadModel, FindingsService],
  exports: [FindingStoreModule],
})
export class FindingsModule {}
