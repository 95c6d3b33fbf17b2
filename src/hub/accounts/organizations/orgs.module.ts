import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Organization } from './organization.entity.js';
import { OrganizationMember } from './organization-member.entity.js';
import { OrganizationsController } from './organizations.controller.js';
import { HubOrganizationsRepository } from './hub-organizations.repository.js';
import { NewOrganizations } from './new-organizations.js';
import { OrganizationsService } from './organizations.service.js';
import { AuditModule } from '../../audit/events/audit.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { OpenApiTag } from '../../../common/openapi/tags.js';

/** Organizations. */
@OpenApiTag('organizations', 'Organizations and what belongs to them.')
@Module({
  imports: [TypeOrmModule.forFeature([Organization, OrganizationMember]), AuditModule, IdentityModule],
  controllers: [OrganizationsController],
  providers: [HubOrganizationsRepository, NewOrganizations, OrganizationsService],
  exports: [HubOrganizationsRepository, NewOrganizations, OrganizationsService],
})
export class OrgsModule {}
