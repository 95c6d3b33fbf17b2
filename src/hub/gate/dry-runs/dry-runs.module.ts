import { Module } from '@nestjs/common';
import { EvaluationModule } from '../evaluation/evaluation.module.js';
import { PoliciesModule } from '../policies/policies.module.js';
import { PoliciesDryRunController } from './policies-dry-run.controller.js';
import { PoliciesDryRunService } from './policies-dry-run.service.js';
import { ServersDryRunController } from './servers-dry-run.controller.js';
import { ServersDryRunService } from './servers-dry-run.service.js';

/** What the gate would decide, without effect. */
@Module({
  imports: [EvaluationModule, PoliciesModule],
  controllers: [PoliciesDryRunController, ServersDryRunController],
  providers: [PoliciesDryRunService, ServersDryRunService],
})
export class DryRunsModule {}
