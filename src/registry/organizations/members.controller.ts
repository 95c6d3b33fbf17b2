import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { Access } from '../../auth/rules/access.decorator.js';
import { Records, RecordsAndMay } from '../../auth/trail/records.decorator.js';
import { CurrentPrincipal } from '../../auth/rules/current-principal.js';
import { RegistryPrincipal } from '../../auth/registry/registry-principal.js';
import { RegistryErrors } from '../registry-responses.js';
import { OrganizationPath } from '../registry.dto.js';
import { AddMemberRequest, Member, MemberList, MemberPath } from './members.dto.js';
import { MembersService } from './members.service.js';

const ADMINS = 'admins of the organization and of the registry';

/** `/v1/org/{org}/members`: who belongs to an organization. */
@ApiTags('members')
@Controller('v1/org/:org/members')
export class MembersController {
  constructor(private readonly service: MembersService) {}

  @Get()
  @Access({
    kind: 'authenticated',
    then: 'members of the organization, and holders of a pattern that matches `org/<org>/members`',
  })
  @ApiOperation({
    operationId: 'listMembers',
    summary: 'List the members of an organization',
    description:
      'For members of the organization, and for whoever has a pattern that matches `org/<org>/members`.',
  })
  @ApiOkResponse({ type: MemberList })
  @RegistryErrors(400, 401, 403, 404)
  list(
    @CurrentPrincipal() principal: RegistryPrincipal,
    @Param() path: OrganizationPath,
  ): Promise<MemberList> {
    return this.service.list(principal, path.org);
  }

  @Post()
  @RecordsAndMay(['registry_member.added'], ['registry_organization.created'])
  @Access({ kind: 'authenticated', then: ADMINS })
  @ApiOperation({
    operationId: 'addMember',
    summary: 'Add a member to an organization',
    description:
      'For admins of the organization. 404 when there is no such user, 409 when they are a member already.',
  })
  @ApiCreatedResponse({ type: Member })
  @RegistryErrors(400, 401, 403, 404, 409, 413, 415)
  add(
    @CurrentPrincipal() principal: RegistryPrincipal,
    @Param() path: OrganizationPath,
    @Body() request: AddMemberRequest,
  ): Promise<Member> {
    return this.service.add(principal, path.org, request);
  }

  @Delete(':username')
  @HttpCode(204)
  @Records('registry_member.removed')
  @Access({ kind: 'authenticated', then: ADMINS })
  @ApiOperation({
    operationId: 'removeMember',
    summary: 'Remove a member from an organization',
    description: 'For admins of the organization. 409 for its last admin.',
  })
  @ApiNoContentResponse({ description: 'The user is no longer a member.' })
  @RegistryErrors(400, 401, 403, 404, 409, 413, 415)
  remove(@CurrentPrincipal() principal: RegistryPrincipal, @Param() path: MemberPath): Promise<void> {
    return this.service.remove(principal, path.org, path.username);
  }
}
