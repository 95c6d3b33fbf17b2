import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { IsUuid, OptionalNotNull } from '../../../common/http/validators.js';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import { PageInfo, SearchedPageQuery } from '../../platform/http/page.dto.js';
import { TOKEN_KINDS, type TokenKind } from './tokens.read-model.js';

/** Filter for API tokens of both kinds. */
export class AdminTokensQuery extends SearchedPageQuery {
  @OptionalNotNull({ enum: [...TOKEN_KINDS], description: 'By default, both.' })
  @IsIn(TOKEN_KINDS)
  kind?: TokenKind;

  @OptionalNotNull({ format: 'uuid', description: 'The user of the hub who owns or created them.' })
  @IsUuid()
  user_id?: string;

  @OptionalNotNull({ format: 'uuid', description: 'The organization of service tokens.' })
  @IsUuid()
  org_id?: string;
}

/** A valid API token, without its secret. */
export class AdminTokenView {
  @ApiProperty({
    example: 'mcp_abcdefghijklmnopqrst',
    description: 'The public half of a token of the registry, or the id of a service token.',
  })
  id: string;

  @ApiProperty({
    enum: [...TOKEN_KINDS],
    description: '`registry`: of a person, for the registry. `service`: of an organization, for the hub.',
  })
  kind: TokenKind;

  @ApiProperty({ example: 'pull from CI', description: 'Its name or description.' })
  name: string;

  @ApiProperty({
    example: 'alice',
    description:
      'The `sub` of the owner of a token of the registry; the verified e-mail address or name of the user who created a ' +
      'service token. Empty if that is not known.',
  })
  owner: string;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    example: EXAMPLE_IDS.user,
    description: 'The user of the hub who owns or created it; null for one who never signed in to the hub.',
  })
  user_id: string | null;

  @ApiProperty({ type: String, format: 'uuid', nullable: true, example: EXAMPLE_IDS.org })
  org_id: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'acme', description: 'Slug of that organization.' })
  org: string | null;

  @ApiProperty({ type: [String], example: ['mcp:resolve'] })
  scopes: string[];

  @ApiProperty({ type: [String], example: ['org/acme/'], description: 'Empty for service tokens.' })
  resources: string[];

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description:
      'Of service tokens, up to date within five seconds; null if unused, and for tokens of the registry.',
  })
  last_used_at: string | null;
}

/** Valid API tokens, newest first. */
export class AdminTokenList extends PageInfo {
  @ApiProperty({ type: [AdminTokenView] })
  tokens: AdminTokenView[];
}
