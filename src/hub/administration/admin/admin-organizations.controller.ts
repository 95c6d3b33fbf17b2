import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Put, Query } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentUser } from '../../../auth/rules/current-principal.js';
import { Access } from '../../../auth/rules/access.decorator.js';
import { Records, RecordsAndMay } from '../../../auth/trail/records.decorator.js';
import type { UserCaller } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { OrganizationView } from '../../accounts/organizations/organizations.dto.js';
import { PathId } from '../../platform/http/path-part.js';
import {
  AdminChangeOrganizationRequest,
  AdminCreatedOrganization,
  AdminCreateOrganizationRequest,
  AdminOrganizationList,
  AdminOrganizationsQuery,
} from './admin-organizations.dto.js';
import { AdminOrganizationsService } from './admin-organizations.service.js';
import { ChangePlanRequest } from './admin-users.dto.js';
import { OrganizationCreationService } from './organization-creation.service.js';

/** `/api/v1/admin/orgs`: organizations, for platform administrators. */
@ApiTags('administration')
@Controller('api/v1/admin/orgs')
export class AdminOrganizationsController {
  constructor(
    private readonly service: AdminOrganizationsService,
    private readonly creation: OrganizationCreationService,
  ) {}

  @Get()
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminListOrganizations',
    summary: 'Search the organizations',
    description: 'Newest first. Deleted ones are shown only when `status` asks for them.',
  })
  @ApiOkResponse({ type: AdminOrganizationList })
  @HubErrors(400, 401, 403)
  list(@Query() query: AdminOrganizationsQuery): Promise<AdminOrganizationList> {
    return this.service.list(query);
  }

  @Get(':orgId')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminGetOrganization',
    summary: 'Get any organization',
    description: 'Suspended ones are included.',
  })
  @ApiOkResponse({ type: OrganizationView })
  @HubErrors(401, 403, 404)
  get(@PathId('orgId', 'organization') orgId: string): Promise<OrganizationView> {
    return this.service.get(orgId);
  }

  @Post()
  @RecordsAndMay(['organization.created'], ['organization.packages_assigned'])
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminCreateOrganization',
    summary: 'Create an organization for others',
    description:
      'The owner is added if an active user has verified the address, and otherwise invited. 409 when the slug is taken.',
  })
  @ApiCreatedResponse({ type: AdminCreatedOrganization })
  @HubErrors(400, 401, 403, 409, 413, 415)
  create(
    @CurrentUser() caller: UserCaller,
    @Body() request: AdminCreateOrganizationRequest,
  ): Promise<AdminCreatedOrganization> {
    return this.creation.create(caller, request);
  }

  @Put(':orgId')
  @Records('organization.updated')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminChangeOrganization',
    summary: 'Change an organization',
    description:
      'Names, rate limit and payment customer; fields that are left out stay as they are. 409 when another organization has the payment customer.',
  })
  @ApiOkResponse({ type: OrganizationView })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  change(
    @CurrentUser() caller: UserCaller,
    @PathId('orgId', 'organization') orgId: string,
    @Body() request: AdminChangeOrganizationRequest,
  ): Promise<OrganizationView> {
    return this.service.change(caller, orgId, request);
  }

  @Patch(':orgId/plan')
  @Records('organization.plan_changed')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminChangeOrganizationPlan',
    summary: 'Change the plan of an organization',
    description: 'It takes effect with the next request.',
  })
  @ApiOkResponse({ type: OrganizationView })
  @HubErrors(400, 401, 403, 404, 413, 415)
  changePlan(
    @CurrentUser() caller: UserCaller,
    @PathId('orgId', 'organization') orgId: string,
    @Body() { plan }: ChangePlanRequest,
  ): Promise<OrganizationView> {
    return this.service.changePlan(caller, orgId, plan);
  }

  @Post(':orgId/suspend')
  @HttpCode(200)
  @Records('organization.suspended')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminSuspendOrganization',
    summary: 'Suspend an organization',
    description: 'Its members and tokens are refused from the next request on.',
  })
  @ApiOkResponse({ type: OrganizationView })
  @HubErrors(400, 401, 403, 404, 413, 415)
  suspend(
    @CurrentUser() caller: UserCaller,
    @PathId('orgId', 'organization') orgId: string,
  ): Promise<OrganizationView> {
    return this.service.setStatus(caller, orgId, 'SUSPENDED');
  }

  @Post(':orgId/activate')
  @HttpCode(200)
  @Records('organization.activated')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminActivateOrganization',
    summary: 'Reactivate a suspended organization',
    description: 'Its members and tokens are accepted again.',
  })
  @ApiOkResponse({ type: OrganizationView })
  @HubErrors(400, 401, 403, 404, 413, 415)
  activate(
    @CurrentUser() caller: UserCaller,
    @PathId('orgId', 'organization') orgId: string,
  ): Promise<OrganizationView> {
    return this.service.setStatus(caller, orgId, 'ACTIVE');
  }

  @Delete(':orgId')
  @HttpCode(204)
  @Records('organization.deleted')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminDeleteOrganization',
    summary: 'Delete an organization',
    description: 'It is no longer found. Its slug stays taken, and its audit trail stays.',
  })
  @ApiNoContentResponse()
  @HubErrors(400, 401, 403, 404, 413, 415)
  async remove(
    @CurrentUser() caller: UserCaller,
    @PathId('orgId', 'organization') orgId: string,
  ): Promise<void> {
    await this.service.setStatus(caller, orgId, 'DELETED');
  }
}
