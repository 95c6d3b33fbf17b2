import { Module } from '@nestjs/common';
import { AdminModule } from '../administration/admin/admin.module.js';
import { AnalysisModule } from '../analysis/runs/analysis.module.js';
import { AreasModule } from '../accounts/areas/areas.module.js';
import { AuditModule } from '../audit/events/audit.module.js';
import { EvaluationModule } from '../gate/evaluation/evaluation.module.js';
import { CiModule } from '../gate/ci/ci.module.js';
import { IdentityModule } from '../accounts/identity/identity.module.js';
import { IntakeModule } from '../catalog/intake/intake.module.js';
import { McpsModule } from '../catalog/mcps/mcps.module.js';
import { ObjectsModule } from '../platform/objects/objects.module.js';
import { PoliciesModule } from '../gate/policies/policies.module.js';
import { ServiceTokensModule } from '../accounts/service-tokens/service-tokens.module.js';
import { UploadsModule } from '../ingestion/uploads/uploads.module.js';
import { DemoAdministrator } from './demo-administrator.js';
import { DemoCatalog } from './demo-catalog.js';
import { DemoEvaluation } from './demo-evaluation.js';
import { DemoGate } from './demo-gate.js';
import { DemoOrganization } from './demo-organization.js';
import { DemoOrganizationSetup } from './demo-organization-setup.js';
import { DemoPushes } from './demo-pushes.js';
import { DemoSources } from './demo-sources.js';
import { DemoReadModel } from './demo.read-model.js';
import { Demo } from './demo.service.js';

/** A few servers to try the hub with, and an organization that uses some. */
@Module({
  imports: [
    AdminModule,
    AnalysisModule,
    AreasModule,
    AuditModule,
    CiModule,
    EvaluationModule,
    IdentityModule,
    IntakeModule,
    McpsModule,
    ObjectsModule,
    PoliciesModule,
    ServiceTokensModule,
    UploadsModule,
  ],
  providers: [
    Demo,
    DemoAdministrator,
    DemoCatalog,
    DemoEvaluation,
    DemoGate,
    DemoOrganization,
    DemoOrganizationSetup,
    DemoPushes,
    DemoReadModel,
    DemoSources,
  ],
})
export class DemoModule {}
