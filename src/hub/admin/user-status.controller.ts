import { Body, Controller, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser } from '../../access/current-principal.js';
import { Access } from '../../access/access.decorator.js';
import type { UserCaller } from '../../access/hub-principal.js';
import { HubErrors } from '../http/hub-responses.js';
import { PathId } from '../http/path-part.js';
import { AdminUserView, BulkResults, BulkUsersRequest, ChangeRoleRequest } from './admin-users.dto.js';
import { UserStatusService } from './user-status.service.js';

/** `/api/v1/admin/users/…`: status and platform role of users. */
@ApiTags('administration')
@Controller('api/v1/admin/users')
export class UserStatusController {
  constructor(private readonly service: UserStatusService) {}

  @Patch(':userId/role')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminChangeUserRole',
    summary: 'Change the platform role of a user',
    description: '409 when administrators would demote themselves.',
  })
  @ApiOkResponse({ type: AdminUserView })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  changeRole(
    @CurrentUser() caller: UserCaller,
    @PathId('userId', 'user') userId: string,
    @Body() { role }: ChangeRoleRequest,
  ): Promise<AdminUserView> {
    return this.service.changeRole(caller, userId, role);
  }

  @Post('bulk/suspend')
  @HttpCode(200)
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
    @Body() { user_ids: ids }: BulkUsersRequest,
  ): Promise<BulkResults> {
    return this.service.setStatusOfAll(caller, ids, 'SUSPENDED');
  }

  @Post('bulk/activate')
  @HttpCode(200)
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
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminSuspendUser',
    summary: 'Suspend a user',
    description: 'Refuses the user’s requests from the next one on. 409 for the caller’s own account.',
  })
  @ApiOkResponse({ type: AdminUserView })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  suspend(
    @CurrentUser() caller: UserCaller,
    @PathId('userId', 'user') userId: string,
  ): Promise<AdminUserView> {
    return this.service.setStatus(caller, userId, 'SUSPENDED');
  }

  @Post(':userId/activate')
  @HttpCode(200)
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
