import type { HubPart } from '../hub-part.js';
import { AdminOrganizationsController } from './admin-orgs.controller.js';
import { AdminOrganizationsReadModel } from './admin-orgs.read-model.js';
import { AdminOrganizationsService } from './admin-orgs.service.js';
import { AdminUsersController } from './admin-users.controller.js';
import { AdminUsersReadModel } from './admin-users.read-model.js';
import { AdminUsersRepository } from './admin-users.repository.js';
import { AdminUsersService } from './admin-users.service.js';
import { OrganizationCreationService } from './org-creation.service.js';
import { UserPlacesRepository } from './user-places.repository.js';
import { UserRemovalService } from './user-removal.service.js';
import { UserStandingController } from './user-standing.controller.js';
import { UserStandingService } from './user-standing.service.js';

/** Administration of users and organizations. */
export const adminPart: HubPart = {
  controllers: [AdminOrganizationsController, AdminUsersController, UserStandingController],
  providers: [
    AdminOrganizationsReadModel,
    AdminOrganizationsService,
    AdminUsersReadModel,
    AdminUsersRepository,
    AdminUsersService,
    OrganizationCreationService,
    UserPlacesRepository,
    UserRemovalService,
    UserStandingService,
  ],
};
