import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '../../../auth/rules/access.decorator.js';
import { CurrentCaller } from '../../../auth/rules/current-principal.js';
import { RecordsAndMay } from '../../../auth/trail/records.decorator.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PathId } from '../../platform/http/path-part.js';
import { MemberSecrets, RotatedSecrets, RotateSecretsRequest } from './member-secrets.dto.js';
import { MemberSecretsReader } from './member-secrets.reader.js';
import { SecretRotation } from './secret-rotation.service.js';

/** `/api/v1/orgs/{orgId}/members/{userId}/secrets`: what a member, or a former one, made or knows. */
@ApiTags('members')
@Controller('api/v1/orgs/:orgId/members/:userId/secrets')
export class MemberSecretsController {
  constructor(
    private readonly reader: MemberSecretsReader,
    private readonly rotation: SecretRotation,
  ) {}

  @Get()
  @Access({ kind: 'organization', permission: 'member:manage' })
  @ApiOperation({
    operationId: 'listMemberSecrets',
    summary: 'List what a member made or knows',
    description:
      'Service tokens, addresses of allow lists, keys of badges and secrets of webhooks, without their values. Also for ' +
      'somebody who is no longer a member.',
  })
  @ApiOkResponse({ type: MemberSecrets })
  @HubErrors(401, 403, 404)
  list(
    @PathId('orgId', 'organization') orgId: string,
    @PathId('userId', 'member') userId: string,
  ): Promise<MemberSecrets> {
    return this.reader.list(orgId, userId);
  }

  @Post('rotate')
  @RecordsAndMay(
    ['member.secrets_rotated'],
    [
      'token.revoked',
      'token.created',
      'allow_list.rotated',
      'mcp.badge_created',
      'webhook.rotated',
      'mcp.webhook_secret_rotated',
    ],
  )
  @HttpCode(200)
  @Access({ kind: 'organization', permission: 'org:delete' })
  @ApiOperation({
    operationId: 'rotateMemberSecrets',
    summary: 'Replace what a member made or knows',
    description:
      'For owners. Service tokens are revoked and made again with their names, scopes and expiry; addresses, keys and ' +
      'secrets are replaced. The old secret of a webhook signs too for 24 hours; that of a source ends. Only this response has the new ones.',
  })
  @ApiOkResponse({ type: RotatedSecrets })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  rotate(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('userId', 'member') userId: string,
    @Body() { kinds }: RotateSecretsRequest,
  ): Promise<RotatedSecrets> {
    return this.rotation.rotate(caller, orgId, userId, kinds);
  }
}
