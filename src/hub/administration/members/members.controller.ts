import { Body, Controller, Delete, Get, Patch, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../auth/rules/current-principal.js';
import { Access } from '../../../auth/rules/access.decorator.js';
import { Records, RecordsAndMay } from '../../../auth/trail/records.decorator.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { SearchedPageQuery } from '../../platform/http/page.dto.js';
import { PathId } from '../../platform/http/path-part.js';
import {
  ChangeMemberRequest,
  OrganizationMemberList,
  OrganizationMemberView,
  RemovedMember,
  RemoveMemberQuery,
} from './members.dto.js';
import { MembersService } from './members.service.js';

/** `/api/v1/orgs/{orgId}/members`: the members of an organization. */
@ApiTags('members')
@Controller('api/v1/orgs/:orgId/members')
export class MembersController {
  constructor(private readonly service: MembersService) {}

  @Get()
  @Access({ kind: 'organization', permission: 'org:read' })
  @ApiOperation({
    operationId: 'listOrganizationMembers',
    summary: 'List the members of an organization',
    description: 'In the order in which they joined.',
  })
  @ApiOkResponse({ type: OrganizationMemberList })
  @HubErrors(400, 401, 403, 404)
  list(
    @PathId('orgId', 'organization') orgId: string,
    @Query() page: SearchedPageQuery,
  ): Promise<OrganizationMemberList> {
    return this.service.list(orgId, page);
  }

  @Patch(':userId')
  @Records('member.updated')
  @Access({
    kind: 'organization',
    permission: 'member:manage',
    then: 'giving and taking roles up to their own',
  })
  @ApiOperation({
    operationId: 'changeOrganizationMember',
    summary: 'Change the role of a member',
    description: 'Callers cannot give, change or take away a role above their own. 409 for the last owner.',
  })
  @ApiOkResponse({ type: OrganizationMemberView })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  change(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('userId', 'member') userId: string,
    @Body() request: ChangeMemberRequest,
  ): Promise<OrganizationMemberView> {
    return this.service.changeRole(caller, orgId, userId, request);
  }

  @Delete(':userId')
  @RecordsAndMay(
    ['member.removed'],
    ['invitation.revoked', 'registry_member.removed', 'registry_token.revoked'],
  )
  @Access({
    kind: 'organization',
    permission: 'org:read',
    then: 'the removed member and holders of member:manage with at least their role',
  })
  @ApiOperation({
    operationId: 'removeOrganizationMember',
    summary: 'Remove a member, or leave',
    description:
      'Invitations that the member has made can no longer be accepted. Service tokens belong to the organization: those that ' +
      'the member has created work until they expire or are revoked, except those with `admin:org`, which may do nothing. ' +
      'The membership in the organization of the registry with this name ends, with the API tokens that name it, unless ' +
      '`keep_registry` is true, for which callers need `member:manage`. The response lists what the person made or knows.',
  })
  @ApiOkResponse({ type: RemovedMember })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  remove(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('userId', 'member') userId: string,
    @Query() query: RemoveMemberQuery,
  ): Promise<RemovedMember> {
    return this.service.remove(caller, orgId, userId, query);
  }
}
