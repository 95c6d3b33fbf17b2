import { Body, Controller, Get, Post, Put } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, CurrentUser } from '../../../auth/rules/current-principal.js';
import { Access } from '../../../auth/rules/access.decorator.js';
import { Records, RecordsAndMay } from '../../../auth/trail/records.decorator.js';
import type { HubPrincipal, UserCaller } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PathId } from '../../platform/http/path-part.js';
import {
  ChangeOrganizationRequest,
  CreateOrganizationRequest,
  OrganizationList,
  OrganizationView,
  RoleList,
} from './organizations.dto.js';
import { OrganizationsService } from './organizations.service.js';

/** `/api/v1/orgs`: organizations. */
@ApiTags('organizations')
@Controller('api/v1/orgs')
export class OrganizationsController {
  constructor(private readonly service: OrganizationsService) {}

  @Post()
  @RecordsAndMay(['organization.created'], ['organization.packages_assigned'])
  @Access({ kind: 'user', then: 'those on the Enterprise plan' })
  @ApiOperation({
    operationId: 'createOrganization',
    summary: 'Create an organization',
    description: 'The caller becomes its owner. The slug cannot be changed later. 409 when it is taken.',
  })
  @ApiCreatedResponse({ type: OrganizationView })
  @HubErrors(400, 401, 403, 409, 413, 415)
  create(
    @CurrentUser() caller: UserCaller,
    @Body() request: CreateOrganizationRequest,
  ): Promise<OrganizationView> {
    return this.service.create(caller, request);
  }

  @Get()
  @Access({ kind: 'user', then: 'the organizations that the caller is a member of' })
  @ApiOperation({
    operationId: 'listOrganizations',
    summary: 'List your organizations',
    description: 'Organizations that the caller is a member of.',
  })
  @ApiOkResponse({ type: OrganizationList })
  @HubErrors(401, 403)
  list(@CurrentUser() caller: UserCaller): Promise<OrganizationList> {
    return this.service.list(caller);
  }

  @Get(':orgId')
  @Access({ kind: 'organization', permission: 'org:read' })
  @ApiOperation({
    operationId: 'getOrganization',
    summary: 'Get an organization',
    description: '404 for callers who neither are members nor use one of its service tokens.',
  })
  @ApiOkResponse({ type: OrganizationView })
  @HubErrors(401, 403, 404)
  get(@PathId('orgId', 'organization') orgId: string): Promise<OrganizationView> {
    return this.service.get(orgId);
  }

  @Put(':orgId')
  @Records('organization.updated')
  @Access({ kind: 'organization', permission: 'org:edit' })
  @ApiOperation({
    operationId: 'changeOrganization',
    summary: 'Change the names of an organization',
    description: 'Fields that are left out stay as they are. The slug cannot be changed.',
  })
  @ApiOkResponse({ type: OrganizationView })
  @HubErrors(400, 401, 403, 404, 413, 415)
  change(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @Body() request: ChangeOrganizationRequest,
  ): Promise<OrganizationView> {
    return this.service.change(caller, orgId, request);
  }

  @Get(':orgId/roles')
  @Access({ kind: 'organization', permission: 'org:read' })
  @ApiOperation({
    operationId: 'listRoles',
    summary: 'List the roles and their permissions',
    description: 'Highest role first. The roles are the same in every organization.',
  })
  @ApiOkResponse({ type: RoleList })
  @HubErrors(401, 403, 404)
  roles(@PathId('orgId', 'organization') _orgId: string): RoleList {
    return this.service.roles();
  }
}
