import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsIn, IsInt, Max, Min } from 'class-validator';
import { isScope, SCOPES, type Scope } from '../../auth/rules/scopes.js';
import { RESOURCE_PATTERN_RULE, ResourcePattern } from '../../auth/rules/resource-pattern.js';
import { OnlyKnownFields } from '../../common/http/known-fields.js';
import { IsLabel, IsText, OptionalNotNull, Required, Satisfies } from '../../common/http/validators.js';

/** 30 days, in seconds (registry contract 5). */
export const DEFAULT_LIFETIME_SECONDS = 2_592_000;
/** One year, in seconds. */
const MAX_LIFETIME_SECONDS = 31_536_000;
const MAX_PATTERNS = 100;
const EXAMPLE_ID = 'mcp_k7q2m4x6a5c3e2g7i4o6';

/** Scopes, resources and lifetime of a new token (registry contract 5). */
@OnlyKnownFields()
export class CreateTokenRequest {
  @Required({ example: 'pull from CI', maxLength: 500 })
  @IsLabel(500)
  description: string;

  @Required({ enum: SCOPES, isArray: true, minItems: 1, example: ['mcp:resolve', 'artifact:download'] })
  @Satisfies('areScopes', isScope, `each item must be one of ${SCOPES.join(', ')}`, { each: true })
  @ArrayUnique()
  @ArrayMinSize(1)
  @ArrayMaxSize(SCOPES.length)
  @IsArray()
  scopes: Scope[];

  @Required({ type: [String], minItems: 1, maxItems: MAX_PATTERNS, example: ['org/acme/'] })
  @Satisfies(
    'areResourcePatterns',
    (value) => ResourcePattern.parse(value) !== undefined,
    `each item ${RESOURCE_PATTERN_RULE}`,
    { each: true },
  )
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_PATTERNS)
  @IsArray()
  resources: string[];

  @OptionalNotNull({
    type: 'integer',
    minimum: 1,
    maximum: MAX_LIFETIME_SECONDS,
    default: DEFAULT_LIFETIME_SECONDS,
    description: 'Lifetime in seconds. A token never outlives the token that created it.',
  })
  @Max(MAX_LIFETIME_SECONDS)
  @Min(1)
  @IsInt()
  expires_in?: number;

  @OptionalNotNull({
    enum: ['secret', 'jwt'],
    default: 'secret',
    description:
      '`jwt` adds the token as a JWT, for clients that send `Authorization: Bearer` alone. In oss mode only.',
  })
  @IsIn(['secret', 'jwt'])
  format?: 'secret' | 'jwt';
}

/** The only response that contains a token’s secret. */
export class CreatedToken {
  @ApiProperty({ example: EXAMPLE_ID })
  token_id: string;

  @ApiProperty({ example: 'sk_…', description: 'Shown only in this response.' })
  secret: string;

  @ApiPropertyOptional({
    description:
      'The same token as a JWT, if requested. Deleting the token ends it. Shown only in this response.',
  })
  token?: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-02T12:00:00.000Z' })
  expires_at: string;
}

/** A token in a list, without its secret. */
export class TokenEntry {
  @ApiProperty({ example: EXAMPLE_ID })
  token_id: string;

  @ApiProperty({ example: 'pull from CI' })
  description: string;

  @ApiProperty({ type: [String], example: ['mcp:resolve'] })
  scopes: string[];

  @ApiProperty({ type: [String], example: ['org/acme/'] })
  resources: string[];

  @ApiProperty({ format: 'date-time', example: '2026-03-02T12:00:00.000Z' })
  expires_at: string;
}

/** All tokens of the caller. */
export class TokenList {
  @ApiProperty({ type: [TokenEntry], description: 'Newest first.' })
  tokens: TokenEntry[];
}

/** Path of a token. */
export class TokenPath {
  @Required({ example: EXAMPLE_ID })
  @IsText(1, 64)
  token_id: string;
}
