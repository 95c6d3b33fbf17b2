import { Module } from '@nestjs/common';
import { AnalysisModule } from '../analysis/analysis.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { CiModule } from '../ci/ci.module.js';
import { IntakeModule } from '../intake/intake.module.js';
import { McpsModule } from '../mcps/mcps.module.js';
import { ObjectsModule } from '../objects/objects.module.js';
import { DemoCatalog } from './demo-catalog.js';
import { DemoGate } from './demo-gate.js';
import { DemoSources } from './demo-sources.js';
import { DemoReadModel } from './demo.read-model.js';
import { Demo } from './demo.service.js';

/** A few servers to try the hub with. */
@Module({
  imports: [AnalysisModule, AuditModule, CiModule, IntakeModule, McpsModule, ObjectsModule],
  providers: [Demo, DemoCatalog, DemoGate, DemoReadModel, DemoSources],
})
export class DemoModule {}
