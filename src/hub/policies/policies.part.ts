import type { HubPart } from '../hub-part.js';
import { PoliciesController } from './policies.controller.js';
import { PoliciesRepository } from './policies.repository.js';
import { PoliciesService } from './policies.service.js';

/** Policies. */
export const policiesPart: HubPart = {
  controllers: [PoliciesController],
  providers: [PoliciesRepository, PoliciesService],
};
