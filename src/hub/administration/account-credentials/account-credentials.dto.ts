import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import { OnlyKnownFields } from '../../../common/http/known-fields.js';
import { OptionalNotNull } from '../../../common/http/validators.js';

/** What ends besides sessions and JWTs. */
@OnlyKnownFields()
export class EndingRequest {
  @OptionalNotNull({
    type: Boolean,
    default: false,
    description:
      'Also revoke the API tokens of the registry that the user owns, and the service tokens that the user created.',
  })
  @IsBoolean()
  revoke_tokens?: boolean;
}

/** What has ended. */
export class SignedOut {
  @ApiProperty({ type: 'integer', example: 2, description: 'Sessions of browsers that were open.' })
  sessions: number;

  @ApiProperty({ type: 'integer', example: 0, description: 'API tokens of the registry.' })
  registry_tokens: number;

  @ApiProperty({ type: 'integer', example: 0, description: 'Service tokens.' })
  service_tokens: number;
}
