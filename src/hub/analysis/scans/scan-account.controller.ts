import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '../../../auth/rules/access.decorator.js';
import { CurrentHubCaller } from '../../../auth/rules/current-principal.js';
import type { AuthenticatedCaller } from '../../../auth/hub/hub-principal.js';
import { DetailedHubErrors } from '../../platform/http/hub-responses.js';
import { ScanAccount } from './scans.dto.js';

/** `/api/v1/user/me`: the caller, as the gates of agents read it. `/api/v1/me` says more. */
@ApiTags('scans')
@Controller('api/v1/user')
export class ScanAccountController {
  @Get('me')
  @Access({ kind: 'caller', then: 'themselves' })
  @ApiOperation({ operationId: 'getScanAccount', summary: 'Get the caller of scans' })
  @ApiOkResponse({ type: ScanAccount })
  @DetailedHubErrors(401, 403)
  get(@CurrentHubCaller() caller: AuthenticatedCaller): ScanAccount {
    return { email: caller.kind === 'user' ? caller.email : '', credit_balance: 0 };
  }
}
