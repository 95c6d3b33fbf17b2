import type { HubPart } from '../hub-part.js';
import { TaxonomyRepository } from './taxonomy.repository.js';
import { TaxonomyService } from './taxonomy.service.js';
import { CategoriesController, TagsController } from './words.controller.js';

/** Categories and tags. */
export const taxonomyPart: HubPart = {
  controllers: [CategoriesController, TagsController],
  providers: [TaxonomyRepository, TaxonomyService],
};
