import { Controller, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '../../../auth/rules/access.decorator.js';
import { Records } from '../../../auth/trail/records.decorator.js';
import { CurrentUser } from '../../../auth/rules/current-principal.js';
import type { UserCaller } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { RegistryToken } from './registry-tokens.dto.js';
import { RegistryTokensService } from './registry-tokens.service.js';

/** `/api/v1/me/registry-token`. */
@ApiTags('identity')
@Controller('api/v1/me/registry-token')
export class RegistryTokensController {
  constructor(private readonly service: RegistryTokensService) {}

  @Post()
  @Records('registry_token.created')
  @Access({ kind: 'user', then: 'themselves, as local users of the registry' })
  @ApiOperation({
    operationId: 'createRegistryToken',
    summary: 'Create a token of the registry for yourself',
    description:
      'For local users of the registry: what their login there gives, for 15 minutes at most. 409 when the registry has ' +
      'other users than the built-in identity provider.',
  })
  @ApiCreatedResponse({ type: RegistryToken })
  @HubErrors(400, 401, 403, 409, 413, 415)
  create(@CurrentUser() caller: UserCaller): Promise<RegistryToken> {
    return this.service.create(caller);
  }
}
