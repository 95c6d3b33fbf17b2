import type { HubPart } from '../hub-part.js';
import { OrganizationsController } from './organizations.controller.js';
import { HubOrganizationsRepository } from './hub-organizations.repository.js';
import { OrganizationsService } from './organizations.service.js';

/** Organizations. */
export const orgsPart: HubPart = {
  controllers: [OrganizationsController],
  providers: [HubOrganizationsRepository, OrganizationsService],
};
