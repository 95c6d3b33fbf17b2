import { Body, Controller, Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentCaller } from '../../../auth/rules/current-principal.js';
import { Access } from '../../../auth/rules/access.decorator.js';
import { Records } from '../../../auth/trail/records.decorator.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PageQuery } from '../../platform/http/page.dto.js';
import { PathId } from '../../platform/http/path-part.js';
import { CreatedInvitationView, InvitationList, InviteRequest } from './invitations.dto.js';
import { InvitationsService } from './invitations.service.js';

const REACHES = 'invitations to roles up to their own';

/** `/api/v1/orgs/{orgId}/users/invite` and `/api/v1/orgs/{orgId}/invitations`. */
@ApiTags('members')
@Controller('api/v1/orgs/:orgId')
export class InvitationsController {
  constructor(private readonly service: InvitationsService) {}

  @Post('users/invite')
  @Records('invitation.created')
  @Access({ kind: 'organization', permission: 'member:invite', then: REACHES })
  @ApiOperation({
    operationId: 'inviteUser',
    summary: 'Invite somebody by e-mail',
    description:
      'The user with this verified e-mail address accepts or declines the invitation (`/api/v1/me/invitations`), which is ' +
      'valid for seven days and ends with the right of its sender to invite. An e-mail is sent if the server has a mail server: at most three in 24 hours to one address, and ' +
      'fifty an hour for one organization. `mail_sent` shows whether it is.',
  })
  @ApiCreatedResponse({ type: CreatedInvitationView })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  invite(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @Body() request: InviteRequest,
  ): Promise<CreatedInvitationView> {
    return this.service.invite(caller, orgId, request);
  }

  @Get('invitations')
  @Access({ kind: 'organization', permission: 'member:invite' })
  @ApiOperation({
    operationId: 'listInvitations',
    summary: 'List the invitations of an organization',
    description: 'Newest first, of any status.',
  })
  @ApiOkResponse({ type: InvitationList })
  @HubErrors(400, 401, 403, 404)
  list(@PathId('orgId', 'organization') orgId: string, @Query() page: PageQuery): Promise<InvitationList> {
    return this.service.list(orgId, page);
  }

  @Delete('invitations/:invitationId')
  @HttpCode(204)
  @Records('invitation.revoked')
  @Access({ kind: 'organization', permission: 'member:invite', then: REACHES })
  @ApiOperation({
    operationId: 'revokeInvitation',
    summary: 'Revoke a pending invitation',
    description: '409 when it is no longer pending.',
  })
  @ApiNoContentResponse({ description: 'The invitation can no longer be accepted.' })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  revoke(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('invitationId', 'invitation') invitationId: string,
  ): Promise<void> {
    return this.service.revoke(caller, orgId, invitationId);
  }
}
