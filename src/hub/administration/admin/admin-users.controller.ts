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
import { PathId } from '../../platform/http/path-part.js';
import {
  AdminUserList,
  AdminUsersQuery,
  AdminUserView,
  ChangePlanRequest,
  ChangeUserRequest,
  CreateUserRequest,
  DeleteUserQuery,
} from './admin-users.dto.js';
import { AdminUsersService } from './admin-users.service.js';
import { UserRemovalService } from './user-removal.service.js';

/** `/api/v1/admin/users`: users, for platform administrators. */
@ApiTags('administration')
@Controller('api/v1/admin/users')
export class AdminUsersController {
  constructor(
    private readonly service: AdminUsersService,
    private readonly removal: UserRemovalService,
  ) {}

  @Get()
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminListUsers',
    summary: 'Search the users',
    description: 'Newest first. Deleted ones are shown only when `status` asks for them.',
  })
  @ApiOkResponse({ type: AdminUserList })
  @HubErrors(400, 401, 403)
  list(@Query() query: AdminUsersQuery): Promise<AdminUserList> {
    return this.service.list(query);
  }

  @Get(':userId')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminGetUser',
    summary: 'Get a user',
    description: 'Whatever their status, except deleted.',
  })
  @ApiOkResponse({ type: AdminUserView })
  @HubErrors(401, 403, 404)
  get(@PathId('userId', 'user') userId: string): Promise<AdminUserView> {
    return this.service.get(userId);
  }

  @Post()
  @Records('user.created')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminCreateUser',
    summary: 'Create a user who has not signed in yet',
    description:
      'The user of the first sign-in with the verified address becomes this user. 409 when another user has the address.',
  })
  @ApiCreatedResponse({ type: AdminUserView })
  @HubErrors(400, 401, 403, 409, 413, 415)
  create(@CurrentUser() caller: UserCaller, @Body() request: CreateUserRequest): Promise<AdminUserView> {
    return this.service.create(caller, request);
  }

  @Put(':userId')
  @Records('user.updated')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminChangeUser',
    summary: 'Change the e-mail address or name of a user',
    description: 'Fields that are left out stay as they are. 409 when another user has the address.',
  })
  @ApiOkResponse({ type: AdminUserView })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  change(
    @CurrentUser() caller: UserCaller,
    @PathId('userId', 'user') userId: string,
    @Body() request: ChangeUserRequest,
  ): Promise<AdminUserView> {
    return this.service.change(caller, userId, request);
  }

  @Patch(':userId/plan')
  @Records('user.plan_changed')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminChangeUserPlan',
    summary: 'Change the plan of a user',
    description: 'It takes effect with the next request.',
  })
  @ApiOkResponse({ type: AdminUserView })
  @HubErrors(400, 401, 403, 404, 413, 415)
  changePlan(
    @CurrentUser() caller: UserCaller,
    @PathId('userId', 'user') userId: string,
    @Body() { plan }: ChangePlanRequest,
  ): Promise<AdminUserView> {
    return this.service.changePlan(caller, userId, plan);
  }

  @Delete(':userId')
  @HttpCode(204)
  @RecordsAndMay(['user.deleted'], ['member.removed', 'user.registry_tokens_revoked', 'token.revoked'])
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminDeleteUser',
    summary: 'Delete a user',
    description:
      'Ends the user’s sessions, memberships and API tokens of the registry. Their events stay in the audit trail.',
  })
  @ApiNoContentResponse()
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  remove(
    @CurrentUser() caller: UserCaller,
    @PathId('userId', 'user') userId: string,
    @Query() { revoke_tokens: revokeTokens }: DeleteUserQuery,
  ): Promise<void> {
    return this.removal.remove(caller, userId, { revokeTokens });
  }
}
