import { ApiProperty } from '@nestjs/swagger';

/** A JWT of the registry. */
export class RegistryToken {
  @ApiProperty({ description: 'JWT', example: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln' })
  access_token: string;

  @ApiProperty({ example: 'Bearer' })
  token_type: string;

  @ApiProperty({ type: 'integer', maximum: 900, description: 'Lifetime in seconds.', example: 900 })
  expires_in: number;
}
