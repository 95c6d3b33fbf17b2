import { Body, Controller, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser } from '../../../auth/rules/current-principal.js';
import { Access } from '../../../auth/rules/access.decorator.js';
import { Records, RecordsAndMay } from '../../../auth/trail/records.decorator.js';
import type { UserCaller } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PathId } from '../../platform/http/path-part.js';
import { EndingRequest } from '../account-credentials/account-credentials.dto.js';
import {
  AdminUserView,
  BulkResults,
  BulkSuspendRequest,
  BulkUsersRequest,
  ChangeRoleRequest,
} from './admin-users.dto.js';
import { UserStatusService } from './user-status.service.js';

/** `/api/v1/admin/users/…`: status and platform role of users. */
@ApiTags('administration')
@Controller('api/v1/admin/users')
export class UserStatusController {
  constructor(private readonly service: UserStatusService) {}

  @Patch(':userId/role')
  @Records('user.role_changed')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminChangeUserRole',
    summary: 'Change the roles of a user in the hub and in the registry',
    description:
      'They take effect with the next request. 409 when administrators would demote themselves, for the last administrator of ' +
      'the registry, and for a registry whose administrators the identity provider names.',
  })
  @ApiOkResponse({ type: AdminUserView })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  changeRole(
    @CurrentUser() caller: UserCaller,
    @PathId('userId', 'user') userId: string,
    @Body() request: ChangeRoleRequest,
  ): Promise<AdminUserView> {
    return this.service.changeRoles(caller, userId, request);
  }

  @Post('bulk/suspend')
  @HttpCode(200)
  @RecordsAndMay(['user.suspended'], ['user.registry_tokens_revoked', 'token.revoked'])
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminSuspendUsers',
    summary: 'Suspend several users',
    description:
      'Each user is handled separately. The response has the result for each, in the order of the request.',
  })
  @ApiOkResponse({ type: BulkResults })
  @HubErrors(400, 401, 403, 413, 415)
  suspendAll(
    @CurrentUser() caller: UserCaller,
    @Body() { user_ids: ids, revoke_tokens: revokeTokens }: BulkSuspendRequest,
  ): Promise<BulkResults> {
    return this.service.setStatusOfAll(caller, ids, 'SUSPENDED', { revokeTokens });
  }

  @Post('bulk/activate')
  @HttpCode(200)
  @Records('user.activated')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminActivateUsers',
    summary: 'Reactivate several users',
    description:
      'Each user is handled separately. The response has the result for each, in the order of the request.',
  })
  @ApiOkResponse({ type: BulkResults })
  @HubErrors(400, 401, 403, 413, 415)
  activateAll(
    @CurrentUser() caller: UserCaller,
    @Body() { user_ids: ids }: BulkUsersRequest,
  ): Promise<BulkResults> {
    return this.service.setStatusOfAll(caller, ids, 'ACTIVE');
  }

  @Post(':userId/suspend')
  @HttpCode(200)
  @RecordsAndMay(['user.suspended'], ['user.registry_tokens_revoked', 'token.revoked'])
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminSuspendUser',
    summary: 'Suspend a user',
    description:
      'Refuses the user’s requests from the next one on, in the registry too. Sessions and JWTs stay ended when the user is ' +
      'reactivated; API tokens work again then, unless `revoke_tokens` ends them. 409 for the caller’s own account.',
  })
  @ApiBody({ type: EndingRequest, required: false })
  @ApiOkResponse({ type: AdminUserView })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  suspend(
    @CurrentUser() caller: UserCaller,
    @PathId('userId', 'user') userId: string,
    @Body() { revoke_tokens: revokeTokens }: EndingRequest,
  ): Promise<AdminUserView> {
    return this.service.setStatus(caller, userId, 'SUSPENDED', { revokeTokens });
  }

  @Post(':userId/activate')
  @HttpCode(200)
  @Records('user.activated')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminActivateUser',
    summary: 'Reactivate a suspended user',
    description: 'The user can sign in again.',
  })
  @ApiOkResponse({ type: AdminUserView })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  activate(
    @CurrentUser() caller: UserCaller,
    @PathId('userId', 'user') userId: string,
  ): Promise<AdminUserView> {
    return this.service.setStatus(caller, userId, 'ACTIVE');
  }
}
