import { ApiProperty } from '@nestjs/swagger';

/** The body of every error (hub contract 2). */
export class HubError {
  @ApiProperty({ example: 'not_found', description: 'Machine name of the error.' })
  error: string;

  @ApiProperty({ example: 'organization not found' })
  message: string;

  @ApiProperty({ example: 'NOT_FOUND', description: 'The machine name in upper case.' })
  code: string;
}
