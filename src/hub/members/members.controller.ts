import { Body, Controller, Delete, Get, HttpCode, Patch, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../access/caller.js';
import { HubAccess } from '../access/hub-access.decorator.js';
import type { HubPrincipal } from '../access/hub-principal.js';
import { HubErrors } from '../hub-responses.js';
import { PageQuery } from '../page.dto.js';
import { PathId } from '../path-part.js';
import { ChangeMemberRequest, OrganizationMemberList, OrganizationMemberView } from './members.dto.js';
import { MembersService } from './members.service.js';

/** `/api/v1/orgs/{orgId}/members`: who belongs to an organization. */
@ApiTags('members')
@Controller('api/v1/orgs/:orgId/members')
export class MembersController {
  constructor(private readonly service: MembersService) {}

  @Get()
  @HubAccess({ kind: 'organization', permission: 'org:read' })
  @ApiOperation({ operationId: 'listOrganizationMembers', summary: 'List the members of an organization' })
  @ApiOkResponse({ type: OrganizationMemberList })
  @HubErrors(400, 401, 403, 404)
  list(
    @PathId('orgId', 'organization') orgId: string,
    @Query() page: PageQuery,
  ): Promise<OrganizationMemberList> {
    return this.service.list(orgId, page);
  }

  @Patch(':userId')
  @HubAccess({
    kind: 'organization',
    permission: 'member:manage',
    then: 'nobody gives or takes a role above their own',
  })
  @ApiOperation({ operationId: 'changeOrganizationMember', summary: 'Give a member another role' })
  @ApiOkResponse({ type: OrganizationMemberView })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  change(
    @CurrentCaller() principal: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('userId', 'member') userId: string,
    @Body() request: ChangeMemberRequest,
  ): Promise<OrganizationMemberView> {
    return this.service.changeRole(principal, orgId, userId, request);
  }

  @Delete(':userId')
  @HttpCode(204)
  @HubAccess({
    kind: 'organization',
    permission: 'org:read',
    then: 'members themselves, who leave, and holders of member:manage whose role is not below the member’s',
  })
  @ApiOperation({
    operationId: 'removeOrganizationMember',
    summary: 'Remove a member, or leave',
    description:
      'Their pending invitations cannot be accepted any more. Service tokens belong to the organization: those that the ' +
      'member has made stay until they expire or are revoked.',
  })
  @ApiNoContentResponse({ description: 'They are no member any more.' })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  remove(
    @CurrentCaller() principal: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('userId', 'member') userId: string,
  ): Promise<void> {
    return this.service.remove(principal, orgId, userId);
  }
}
