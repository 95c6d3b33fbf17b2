import { ApiProperty } from '@nestjs/swagger';
import { OnlyKnownFields } from '../../../common/http/known-fields.js';
import { IsName, Required, Satisfies } from '../../../common/http/validators.js';
import { ENVIRONMENT_RULE, isEnvironmentName } from '../policies/environment-name.js';

const NAME_LENGTH = 100;
const EXAMPLE_ID = '0b1d2f3a-4c5e-4f60-8a7b-9c0d1e2f3a4b';

/** A new allow list (hub contract 37). */
@OnlyKnownFields()
export class CreateAllowListRequest {
  @Required({ minLength: 1, maxLength: NAME_LENGTH, example: 'Developers' })
  @IsName(NAME_LENGTH)
  name: string;

  @Required({ maxLength: 100, example: 'production', description: 'The environment whose policies apply.' })
  @Satisfies('isEnvironmentName', isEnvironmentName, ENVIRONMENT_RULE)
  environment: string;
}

/** An allow list, without its address. */
export class AllowListView {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_ID })
  id: string;

  @ApiProperty({ example: 'Developers' })
  name: string;

  @ApiProperty({ example: 'production' })
  environment: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When its address was replaced last.',
  })
  rotated_at: string | null;
}

/** The only response with the address of an allow list. */
export class CreatedAllowList extends AllowListView {
  @ApiProperty({
    example: 'https://hub.example.com/allow/kD8s…',
    description:
      'The base address of the list, for clients that read a registry. Whoever has it can read the list. Shown only in ' +
      'this response.',
  })
  url: string;
}

/** The allow lists of an organization, oldest first. */
export class AllowListList {
  @ApiProperty({ type: [AllowListView] })
  allow_lists: AllowListView[];
}
