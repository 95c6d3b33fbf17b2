import { Module } from '@nestjs/common';
import { EvaluationModule } from '../evaluation/evaluation.module.js';
import { CatalogCheckController } from './catalog-check.controller.js';
import { CatalogCheckService } from './catalog-check.service.js';

/** Looks up servers in the catalog for everybody. */
@Module({
  imports: [EvaluationModule],
  controllers: [CatalogCheckController],
  providers: [CatalogCheckService],
})
export class CatalogCheckModule {}
