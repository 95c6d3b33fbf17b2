import { Module } from '@nestjs/common';
import { PoliciesModule } from '../policies/policies.module.js';
import { Evaluator } from './evaluator.js';
import { ServersReadModel } from './servers.read-model.js';

/** Evaluates servers by policies, without effect. */
@Module({
  imports: [PoliciesModule],
  providers: [Evaluator, ServersReadModel],
  exports: [Evaluator, ServersReadModel],
})
export class EvaluationModule {}
