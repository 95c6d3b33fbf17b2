import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/access.decorator.js';
import { ApiErrors } from '../registry-responses.js';
import { LoginRequest, LoginResponse } from './login.dto.js';
import { LoginService } from './login.service.js';

@ApiTags('login')
@Controller('v1/auth/login')
export class LoginController {
  constructor(private readonly service: LoginService) {}

  @Post()
  @HttpCode(200)
  @Access({ kind: 'open', because: 'this is where credentials come from' })
  @ApiOperation({ operationId: 'login', summary: 'Exchange a username and password for a JWT' })
  @ApiOkResponse({ type: LoginResponse })
  @ApiErrors(400, 401, 413, 415, 501)
  login(@Body() request: LoginRequest): Promise<LoginResponse> {
    return this.service.login(request);
  }
}
