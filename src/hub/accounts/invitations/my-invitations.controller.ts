import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser } from '../../../auth/rules/current-principal.js';
import { Access } from '../../../auth/rules/access.decorator.js';
import { Records } from '../../../auth/trail/records.decorator.js';
import type { UserCaller } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { MyOrganization } from '../identity/me.dto.js';
import { PageQuery } from '../../platform/http/page.dto.js';
import { PathId } from '../../platform/http/path-part.js';
import { ReceivedInvitationList } from './my-invitations.dto.js';
import { MyInvitationsService } from './my-invitations.service.js';

const ADDRESS =
  'Invitations belong to the e-mail address that the identity provider has verified: in the JWT of the request, or at the ' +
  'sign-in of the session.';

/** `/api/v1/me/invitations`: invitations to the caller. */
@ApiTags('identity')
@Controller('api/v1/me/invitations')
export class MyInvitationsController {
  constructor(private readonly service: MyInvitationsService) {}

  @Get()
  @Access({ kind: 'user', then: 'invitations to the verified address of the caller' })
  @ApiOperation({
    operationId: 'listMyInvitations',
    summary: 'List your pending invitations',
    description: `${ADDRESS} Those that cannot be accepted now are left out.`,
  })
  @ApiOkResponse({ type: ReceivedInvitationList })
  @HubErrors(400, 401, 403)
  list(@CurrentUser() caller: UserCaller, @Query() page: PageQuery): Promise<ReceivedInvitationList> {
    return this.service.list(caller, page);
  }

  @Post(':invitationId/accept')
  @HttpCode(200)
  @Records('member.joined')
  @Access({ kind: 'user', then: 'invitations to the verified address of the caller' })
  @ApiOperation({
    operationId: 'acceptInvitation',
    summary: 'Accept an invitation',
    description:
      `You become a member of the organization. A higher role that you have there already stays. ${ADDRESS} ` +
      'You can join 100 organizations; those that you created do not count.',
  })
  @ApiOkResponse({ type: MyOrganization, description: 'The organization, and your role in it.' })
  @HubErrors(401, 403, 404, 409, 413, 415)
  accept(
    @CurrentUser() caller: UserCaller,
    @PathId('invitationId', 'invitation') id: string,
  ): Promise<MyOrganization> {
    return this.service.accept(caller, id);
  }

  @Post(':invitationId/decline')
  @HttpCode(204)
  @Records('invitation.declined')
  @Access({ kind: 'user', then: 'invitations to the verified address of the caller' })
  @ApiOperation({
    operationId: 'declineInvitation',
    summary: 'Decline an invitation',
    description: `The invitation is revoked then. ${ADDRESS}`,
  })
  @ApiNoContentResponse({ description: 'The invitation can no longer be accepted.' })
  @HubErrors(401, 403, 404, 409, 413, 415)
  decline(
    @CurrentUser() caller: UserCaller,
    @PathId('invitationId', 'invitation') id: string,
  ): Promise<void> {
    return this.service.decline(caller, id);
  }
}
