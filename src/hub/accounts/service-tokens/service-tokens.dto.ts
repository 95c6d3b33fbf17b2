import { ApiProperty, PickType } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsInt, Min } from 'class-validator';
import { OnlyKnownFields } from '../../../common/http/known-fields.js';
import { IsName, IsText, OptionalNotNull, Required, Satisfies } from '../../../common/http/validators.js';
import { scopesOf } from '../../../auth/rules/service-token-scopes.js';
import { isStorableText } from '../../../common/values/text.js';
import { PageInfo } from '../../platform/http/page.dto.js';

const MAX_SCOPES = 20;
const MAX_SCOPE_LENGTH = 100;
const NAME_LENGTH = 100;
const DESCRIPTION_LENGTH = 500;
/** Default lifetime, without `expires_in_days` (hub contract 8). */
export const DEFAULT_LIFETIME_DAYS = 90;

// The valid scopes depend on the organization.
const isScopeText = (value: unknown): boolean => isStorableText(value, MAX_SCOPE_LENGTH);

const EXAMPLE_SCOPES = ['read:public', 'ci:org:3f6c1d1e-5b1a-4f0e-9a57-2f7d6a1c9b10'];

/** A new service token (hub contract 8). */
@OnlyKnownFields()
export class CreateServiceTokenRequest {
  @Required({ maxLength: NAME_LENGTH, example: 'release pipeline' })
  @IsName(NAME_LENGTH)
  name: string;

  @OptionalNotNull({ maxLength: DESCRIPTION_LENGTH })
  @IsText(0, DESCRIPTION_LENGTH)
  description?: string;

  @Required({
    type: [String],
    minItems: 1,
    maxItems: MAX_SCOPES,
    uniqueItems: true,
    example: EXAMPLE_SCOPES,
    description: `Of ${scopesOf('{orgId}')
      .map((scope) => `\`${scope}\``)
      .join(
        ', ',
      )}, with the id of the organization of the path. \`read:org\` reads private MCPs, \`ci:org\` evaluates policies, \`admin:org\` may do what an ADMIN may.`,
  })
  @Satisfies('areScopes', isScopeText, 'each item must be a scope', { each: true })
  @ArrayUnique()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_SCOPES)
  @IsArray()
  scopes: string[];

  @OptionalNotNull({
    type: 'integer',
    minimum: 1,
    default: DEFAULT_LIFETIME_DAYS,
    description:
      'At most `MAX_TOKEN_DAYS`, 1095 by default. A token never outlives the token that created it.',
  })
  @Min(1)
  @IsInt()
  expires_in_days?: number;
}

/** A token in a list, without its secret. */
export class ServiceTokenView {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.token })
  id: string;

  @ApiProperty({ example: 'release pipeline' })
  name: string;

  @ApiProperty({ example: 'For the release workflow' })
  description: string;

  @ApiProperty({ example: 'mcp_tk_Q', description: 'The first 8 characters of the token.' })
  token_prefix: string;

  @ApiProperty({ type: [String], example: EXAMPLE_SCOPES })
  scopes: string[];

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Up to date within five seconds.',
  })
  last_used_at: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  revoked_at: string | null;

  @ApiProperty({
    example: EXAMPLE_IDS.user,
    format: 'uuid',
    description: 'The user who created it, or the token that did.',
  })
  created_by: string;

  @ApiProperty({
    example: false,
    description:
      'It has `admin:org`, but the user who created it, directly or through another token, is no longer an active ' +
      'administrator of the organization: it has no rights, whatever its other scopes are.',
  })
  creator_lacks_role: boolean;
}

/** Service tokens of an organization, newest first, including expired and revoked ones. */
export class ServiceTokenList extends PageInfo {
  @ApiProperty({ type: [ServiceTokenView] })
  tokens: ServiceTokenView[];
}

/** The only response with the token's secret. */
export class CreatedServiceToken extends PickType(ServiceTokenView, [
  'id',
  'name',
  'description',
  'token_prefix',
  'scopes',
  'created_at',
  'expires_at',
  'created_by',
]) {
  @ApiProperty({ example: 'mcp_tk_…', description: 'Shown only in this response.' })
  token: string;
}
