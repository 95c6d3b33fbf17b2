import { Module } from '@nestjs/common';
import { EvaluationModule } from '../evaluation/evaluation.module.js';
import { EvaluationsModule } from '../evaluation-records/evaluations.module.js';
import { CiController } from './ci.controller.js';
import { CiService } from './ci.service.js';

/** The gate for pipelines. */
@Module({
  imports: [EvaluationModule, EvaluationsModule],
  controllers: [CiController],
  providers: [CiService],
  exports: [CiService],
})
export class CiModule {}
