import { ApiProperty } from '@nestjs/swagger';
import { isUuid } from '../common/values/uuid.js';
import { Required, Satisfies } from '../common/http/validators.js';

/** The body of every error (hub spec, Errors). */
export class HubError {
  @ApiProperty({ example: 'not_found', description: 'Machine name of the error.' })
  error: string;

  @ApiProperty({ example: 'organization not found' })
  message: string;

  @ApiProperty({ example: 'NOT_FOUND', description: 'The machine name in upper case.' })
  code: string;
}

/** Path of an organization. The access guard has looked for it already; a text that is no UUID names none. */
export class OrganizationIdPath {
  @Required({ format: 'uuid' })
  @Satisfies('isUuid', isUuid, 'must be a UUID')
  orgId: string;
}
