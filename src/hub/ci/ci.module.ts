import { Module } from '@nestjs/common';
import { CiCatalogReadModel } from './ci-catalog.read-model.js';
import { CiController } from './ci.controller.js';
import { CiService } from './ci.service.js';
import { PoliciesModule } from '../policies/policies.module.js';

/** The gate for pipelines. */
@Module({
  imports: [PoliciesModule],
  controllers: [CiController],
  providers: [CiCatalogReadModel, CiService],
  exports: [CiService],
})
export class CiModule {}
