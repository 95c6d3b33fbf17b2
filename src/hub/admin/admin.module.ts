import { Module } from '@nestjs/common';
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
import { AuditModule } from '../audit/audit.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { InvitationsModule } from '../invitations/invitations.module.js';
import { OrgsModule } from '../orgs/orgs.module.js';
import { OpenApiTag } from '../../common/openapi/tags.js';

/** Administration of users and organizations. */
@OpenApiTag(
  'administration',
  'Users, organizations, the catalog and the whole audit trail, for administrators of the platform.',
)
@Module({
  imports: [AuditModule, IdentityModule, InvitationsModule, OrgsModule],
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
})
export class AdminModule {}
