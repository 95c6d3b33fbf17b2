import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '../../../auth/rules/access.decorator.js';
import { RecordsAndMay } from '../../../auth/trail/records.decorator.js';
import { CurrentUser } from '../../../auth/rules/current-principal.js';
import type { UserCaller } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PathId } from '../../platform/http/path-part.js';
import { EndingRequest, SignedOut } from './account-credentials.dto.js';
import { AccountCredentials } from './account-credentials.service.js';

const ENDS =
  'Ends all sessions and refuses all JWTs that were issued before, in both APIs, those of this request included. API tokens ' +
  'stay, unless `revoke_tokens` ends them.';

/** Signing out everywhere, for users and platform administrators. */
@Controller('api/v1')
export class AccountCredentialsController {
  constructor(private readonly credentials: AccountCredentials) {}

  @Post('me/sign-out-everywhere')
  @HttpCode(200)
  @ApiTags('identity')
  @RecordsAndMay(['user.signed_out'], ['user.registry_tokens_revoked', 'token.revoked'])
  @Access({ kind: 'user', then: 'themselves' })
  @ApiOperation({ operationId: 'signOutEverywhere', summary: 'Sign out everywhere', description: ENDS })
  @ApiBody({ type: EndingRequest, required: false })
  @ApiOkResponse({ type: SignedOut })
  @HubErrors(400, 401, 403, 413, 415)
  signOut(@CurrentUser() caller: UserCaller, @Body() request: EndingRequest): Promise<SignedOut> {
    return this.credentials.signOutUser(caller, caller.id, { revokeTokens: request.revoke_tokens });
  }

  @Post('admin/users/:userId/sign-out-everywhere')
  @HttpCode(200)
  @ApiTags('administration')
  @RecordsAndMay(['user.signed_out'], ['user.registry_tokens_revoked', 'token.revoked'])
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminSignOutUser',
    summary: 'Sign a user out everywhere',
    description: `${ENDS} The user can sign in again.`,
  })
  @ApiBody({ type: EndingRequest, required: false })
  @ApiOkResponse({ type: SignedOut })
  @HubErrors(400, 401, 403, 404, 413, 415)
  signOutUser(
    @CurrentUser() caller: UserCaller,
    @PathId('userId', 'user') userId: string,
    @Body() request: EndingRequest,
  ): Promise<SignedOut> {
    return this.credentials.signOutUser(caller, userId, { revokeTokens: request.revoke_tokens });
  }
}
