import type { HubPart } from '../hub-part.js';
import { CategoriesController } from './categories.controller.js';
import { TagsController } from './tags.controller.js';
import { TaxonomyRepository } from './taxonomy.repository.js';
import { TaxonomyService } from './taxonomy.service.js';

/** Categories and tags. */
export const taxonomyPart: HubPart = {
  controllers: [CategoriesController, TagsController],
  providers: [TaxonomyRepository, TaxonomyService],
};
