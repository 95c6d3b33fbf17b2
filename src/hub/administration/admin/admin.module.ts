import { Module } from '@nestjs/common';
import { AdminOrganizationsController } from './admin-organizations.controller.js';
import { AdminOrganizationsReadModel } from './admin-organizations.read-model.js';
import { AdminOrganizationsService } from './admin-organizations.service.js';
import { AdminUsersController } from './admin-users.controller.js';
import { AdminUsersReadModel } from './admin-users.read-model.js';
import { AdminUsersRepository } from './admin-users.repository.js';
import { AdminUsersService } from './admin-users.service.js';
import { OrganizationCreationService } from './organization-creation.service.js';
import { UserRemovalService } from './user-removal.service.js';
import { AccountCredentialsModule } from '../account-credentials/account-credentials.module.js';
import { AccountRemovalModule } from '../account-removal/account-removal.module.js';
import { UserStatusController } from './user-status.controller.js';
import { UserStatusService } from './user-status.service.js';
import { AuditModule } from '../../audit/events/audit.module.js';
import { IdentityModule } from '../../accounts/identity/identity.module.js';
import { InvitationsModule } from '../../accounts/invitations/invitations.module.js';
import { OrgsModule } from '../../accounts/organizations/orgs.module.js';
import { OpenApiTag } from '../../../common/openapi/tags.js';

/** Administration of users and organizations. */
@OpenApiTag(
  'administration',
  'Users, organizations, the catalog and the whole audit trail, for administrators of the platform.',
)
@Module({
  imports: [
    AccountCredentialsModule,
    AccountRemovalModule,
    AuditModule,
    IdentityModule,
    InvitationsModule,
    OrgsModule,
  ],
  controllers: [AdminOrganizationsController, AdminUsersController, UserStatusController],
  providers: [
    AdminOrganizationsReadModel,
    AdminOrganizationsService,
    AdminUsersReadModel,
    AdminUsersRepository,
    AdminUsersService,
    OrganizationCreationService,
    UserRemovalService,
    UserStatusService,
  ],
  exports: [OrganizationCreationService],
})
export class AdminModule {}
