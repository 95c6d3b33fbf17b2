import { Module } from '@nestjs/common';
import { TaxonomyRepository } from './taxonomy.repository.js';
import { TaxonomyService } from './taxonomy.service.js';
import { CategoriesController, TagsController } from './words.controller.js';
import { AuditModule } from '../audit/audit.module.js';

/** Categories and tags. */
@Module({
  imports: [AuditModule],
  controllers: [CategoriesController, TagsController],
  providers: [TaxonomyRepository, TaxonomyService],
})
export class TaxonomyModule {}
