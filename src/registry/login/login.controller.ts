import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Access } from '../../auth/rules/access.decorator.js';
import { RecordsNothing } from '../../auth/trail/records.decorator.js';
import { ChangesNothing } from '../../common/http/read-only.guard.js';
import { RegistryErrors } from '../registry-responses.js';
import { LoginRequest, LoginResponse } from './login.dto.js';
import { LoginService } from './login.service.js';

/** `/v1/auth/login`, in oss mode only. */
@ApiTags('login')
@Controller('v1/auth/login')
export class LoginController {
  constructor(private readonly service: LoginService) {}

  @Post()
  @HttpCode(200)
  @ChangesNothing()
  @RecordsNothing('it changes nothing: the JWT ends by itself; refused logins are session.refused')
  @Access({ kind: 'open', because: 'this is where credentials come from', mode: 'oss' })
  @ApiOperation({
    operationId: 'login',
    summary: 'Exchange a username and password for a JWT',
    description:
      'For local users, in `oss` mode. The JWT is valid for `expires_in` seconds. Too many failed logins for a name or from a network are refused for some time. 501 in `enterprise` mode.',
  })
  @ApiOkResponse({ type: LoginResponse })
  @RegistryErrors(400, 401, 413, 415, 501)
  login(@Body() request: LoginRequest, @Req() req: Request): Promise<LoginResponse> {
    return this.service.login(request, req.deadline);
  }
}
