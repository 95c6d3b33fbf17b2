import type { HubPart } from '../hub-part.js';
import { CiCatalogReadModel } from './ci-catalog.read-model.js';
import { CiController } from './ci.controller.js';
import { CiService } from './ci.service.js';

/** The gate of pipelines. */
export const ciPart: HubPart = {
  controllers: [CiController],
  providers: [CiCatalogReadModel, CiService],
};
