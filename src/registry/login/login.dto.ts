import { ApiProperty } from '@nestjs/swagger';
import { IsText, Required } from '../../common/http/validators.js';

/** A local user’s name and password. */
export class LoginRequest {
  @Required({ example: 'admin', maxLength: 256 })
  @IsText(1, 256)
  username: string;

  @Required({ example: 'correct horse battery staple', maxLength: 1024 })
  @IsText(1, 1024)
  password: string;
}

/** The response to a login (registry contract 21). */
export class LoginResponse {
  @ApiProperty({ description: 'JWT', example: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln' })
  access_token: string;

  @ApiProperty({ example: 'Bearer' })
  token_type: string;

  @ApiProperty({ type: 'integer', description: 'Lifetime in seconds.', example: 3600 })
  expires_in: number;
}
