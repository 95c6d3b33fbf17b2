import { Module } from '@nestjs/common';
import { CiModule } from '../ci/ci.module.js';
import { CatalogCheckController } from './catalog-check.controller.js';
import { CatalogCheckService } from './catalog-check.service.js';

/** Looks up servers in the catalog for everybody. */
@Module({
  imports: [CiModule],
  controllers: [CatalogCheckController],
  providers: [CatalogCheckService],
})
export class CatalogCheckModule {}
