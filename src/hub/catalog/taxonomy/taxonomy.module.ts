import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Category } from './category.entity.js';
import { Tag } from './tag.entity.js';
import { TaxonomyRepository } from './taxonomy.repository.js';
import { TaxonomyService } from './taxonomy.service.js';
import { CategoriesController, TagsController } from './terms.controller.js';
import { AuditModule } from '../../audit/events/audit.module.js';

/** Categories and tags. */
@Module({
  imports: [TypeOrmModule.forFeature([Category, Tag]), AuditModule],
  controllers: [CategoriesController, TagsController],
  providers: [TaxonomyRepository, TaxonomyService],
})
export class TaxonomyModule {}
