import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import { IsIn } from 'class-validator';
import { Transform } from 'class-transformer';
import {
  AsSent,
  AsUuids,
  IsText,
  IsUuid,
  OptionalNotNull,
  Required,
  Satisfies,
} from '../../../common/http/validators.js';
import { isRepositoryUrl, REPOSITORY_URL_RULE } from '../../../common/values/repository-url.js';
import { isUuid } from '../../../common/values/uuid.js';
import { PageInfo } from '../../platform/http/page.dto.js';
import {
  BRANCH_RULE,
  isBranchName,
  isPreviewBranches,
  MAX_PREVIEW_BRANCHES,
  PREVIEW_BRANCHES_RULE,
} from '../../catalog/mcps/followed-refs.js';
import { isMcpName, MCP_NAME_RULE } from '../../catalog/mcps/mcp-name.js';
import { McpProfileRequest } from '../../catalog/mcps/mcp-profile.dto.js';
import { SOURCE_RULE, type McpSource } from '../../catalog/mcps/mcp-source.js';
import { isSourcePath, SOURCE_PATH_RULE } from '../../catalog/mcps/source-path.js';
import { ORIGINS, VISIBILITIES, type McpOrigin, type McpVisibility } from '../../catalog/mcps/mcp-values.js';
import { McpItem, McpQuery } from '../../catalog/mcps/mcps.dto.js';

const MAX_TAGS = 50;

const isUuidOrNull = (value: unknown): boolean => value === null || isUuid(value);
const isTagIds = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= MAX_TAGS && value.every(isUuid);

/** Filter for MCPs. */
export class AdminMcpQuery extends McpQuery {
  @OptionalNotNull({ enum: [...VISIBILITIES] })
  @IsIn(VISIBILITIES)
  visibility?: McpVisibility;

  @OptionalNotNull({ enum: [...ORIGINS] })
  @IsIn(ORIGINS)
  origin?: McpOrigin;

  @OptionalNotNull({ format: 'uuid' })
  @IsUuid()
  org_id?: string;

  @OptionalNotNull({ maxLength: 100, description: 'Slug or id of the category.' })
  @IsText(1, 100)
  category?: string;

  @OptionalNotNull({ type: Boolean })
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))
  @Satisfies('isBoolean', (value) => typeof value === 'boolean', 'must be true or false')
  featured?: boolean;
}

/** Optional fields of an MCP. */
class McpFields extends McpProfileRequest {
  @OptionalNotNull({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'Null for the catalog of the platform.',
  })
  @Satisfies('isUuidOrNull', isUuidOrNull, 'must be the id of an organization, or null')
  @AsUuids()
  org_id?: string | null;

  @OptionalNotNull({
    type: 'object',
    nullable: true,
    properties: {
      npm: { type: 'string', example: '@acme/files@1.2.0' },
      pypi: { type: 'string', example: 'acme-files==1.2.0' },
    },
    description: 'Source of the MCP, if not its repository: a version of one package.',
    example: { npm: '@acme/files@1.2.0' },
  })
  @Satisfies('isObject', (value) => typeof value === 'object' && !Array.isArray(value), SOURCE_RULE)
  @AsSent()
  source?: McpSource | null;

  @OptionalNotNull({
    maxLength: 512,
    example: 'servers/files',
    description: 'Folder of the MCP in its repository. Empty for the repository itself.',
  })
  @Satisfies('isSourcePath', isSourcePath, SOURCE_PATH_RULE)
  path?: string;

  @OptionalNotNull({
    type: String,
    nullable: true,
    maxLength: 200,
    example: 'main',
    description: 'The branch that is followed. Null for the default branch of the repository.',
  })
  @Satisfies('isBranchName', (value) => value === null || isBranchName(value), BRANCH_RULE)
  branch?: string | null;

  @OptionalNotNull({
    oneOf: [
      { type: 'boolean' },
      { type: 'array', items: { type: 'string' }, maxItems: MAX_PREVIEW_BRANCHES },
    ],
    example: ['feature/*'],
    description:
      'Other branches whose commits are analyzed as previews: all, none, or those with these names, in which `*` is any text.',
  })
  @Satisfies('isPreviewBranches', isPreviewBranches, PREVIEW_BRANCHES_RULE)
  @AsSent()
  preview_branches?: boolean | string[];
}

/** A new MCP of the catalog (hub contract 18). */
export class CreateMcpRequest extends McpFields {
  @Required({ example: 'acme/files' })
  @Satisfies('isMcpName', isMcpName, MCP_NAME_RULE)
  name: string;

  @Required({ maxLength: 2048, example: 'https://github.com/acme/files' })
  @Satisfies('isRepositoryUrl', isRepositoryUrl, REPOSITORY_URL_RULE)
  repo_url: string;
}

/** Changes of an MCP; omitted fields stay. */
export class ChangeMcpRequest extends McpFields {
  @OptionalNotNull({ example: 'acme/files' })
  @Satisfies('isMcpName', isMcpName, MCP_NAME_RULE)
  name?: string;

  @OptionalNotNull({ maxLength: 2048, example: 'https://github.com/acme/files' })
  @Satisfies('isRepositoryUrl', isRepositoryUrl, REPOSITORY_URL_RULE)
  repo_url?: string;
}

export class McpCategoryRequest {
  @Required({ example: EXAMPLE_IDS.category, format: 'uuid', type: String, nullable: true })
  @Satisfies('isUuidOrNull', isUuidOrNull, 'must be the id of a category, or null')
  @AsUuids()
  category_id: string | null;
}

export class McpTagsRequest {
  @Required({ example: [EXAMPLE_IDS.tag], type: [String], format: 'uuid', maxItems: MAX_TAGS })
  @Satisfies('isTagIds', isTagIds, `must be a list of at most ${MAX_TAGS} ids of tags`)
  @AsUuids()
  tag_ids: string[];
}

export class McpFeaturedRequest {
  @Required({ example: true })
  @Satisfies('isBoolean', (value) => typeof value === 'boolean', 'must be true or false')
  featured: boolean;
}

/** The source of an MCP. */
export class McpSourceView {
  @ApiPropertyOptional({ example: '@acme/files@1.2.0', description: 'A version of an npm package.' })
  npm?: string;

  @ApiPropertyOptional({ description: 'A version of a Python package, as `name==version`.' })
  pypi?: string;

  @ApiPropertyOptional({
    example: `https://github.com/acme/files/releases/download/v1.2.0/files.mcpb#sha256:${'0'.repeat(64)}`,
    description: 'The address of an MCP bundle on a code host, with its digest.',
  })
  mcpb?: string;
}

/** An MCP for platform administrators. */
export class AdminMcp extends McpItem {
  @ApiProperty({ format: 'uuid', type: String, nullable: true })
  org_id: string | null;

  @ApiProperty({ format: 'uuid', type: String, nullable: true })
  area_id: string | null;

  @ApiProperty({
    type: McpSourceView,
    nullable: true,
    description: 'Null if the source comes from the repository.',
  })
  source: McpSourceView | null;

  @ApiProperty({ example: '', description: 'Folder in the repository. Empty for the repository itself.' })
  path: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'The branch that is followed. Null for the default branch of the repository.',
  })
  branch: string | null;

  @ApiProperty({
    oneOf: [{ type: 'boolean' }, { type: 'array', items: { type: 'string' } }],
    example: false,
    description: 'Other branches whose commits are analyzed as previews.',
  })
  preview_branches: boolean | string[];
}

/** A page of all MCPs. */
export class AdminMcpList extends PageInfo {
  @ApiProperty({ type: [AdminMcp] })
  mcps: AdminMcp[];
}
