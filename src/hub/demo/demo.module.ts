import { Module } from '@nestjs/common';
import { AdminModule } from '../admin/admin.module.js';
import { AnalysisModule } from '../analysis/analysis.module.js';
import { AreasModule } from '../areas/areas.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { CiModule } from '../ci/ci.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { IntakeModule } from '../intake/intake.module.js';
import { McpsModule } from '../mcps/mcps.module.js';
import { ObjectsModule } from '../objects/objects.module.js';
import { PoliciesModule } from '../policies/policies.module.js';
import { ServiceTokensModule } from '../service-tokens/service-tokens.module.js';
import { UploadsModule } from '../uploads/uploads.module.js';
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
