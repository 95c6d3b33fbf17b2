import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser } from '../../../auth/rules/current-principal.js';
import { Access } from '../../../auth/rules/access.decorator.js';
import type { UserCaller } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { Me } from './me.dto.js';

/** `/api/v1/me`: the caller. */
@ApiTags('identity')
@Controller('api/v1/me')
export class MeController {
  @Get()
  @Access({ kind: 'user', then: 'themselves' })
  @ApiOperation({
    operationId: 'getMe',
    summary: 'Get the caller',
    description: 'The user behind the credentials, with their organizations and roles.',
  })
  @ApiOkResponse({ type: Me })
  @HubErrors(401, 403)
  get(@CurrentUser() { id, email, emailVerified, name, plan, role, memberships }: UserCaller): Me {
    const orgs = memberships.map(({ id, slug, role }) => ({ id, slug, role }));
    return { id, email, email_verified: emailVerified, name, plan, role, orgs };
  }
}
