import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../common/openapi/example-ids.js';
import { OptionalNotNull, Satisfies } from '../../common/http/validators.js';
import { PageInfo, PageQuery } from '../http/page.dto.js';
import { ORIGINS, VERSION_STATUSES, VISIBILITIES } from './mcp-values.js';
import { isSearchText, SEARCH_MAX_LENGTH, SEARCH_RULE } from './search-term.js';
import { SnapshotView } from '../snapshots/snapshots.dto.js';

/** Search for a text in the name or description. */
export class McpQuery extends PageQuery {
  @OptionalNotNull({
    maxLength: SEARCH_MAX_LENGTH,
    example: 'files',
    description:
      'Text in the name or description, regardless of case. Exact names come first, then prefixes, then other parts ' +
      'of names, then descriptions; the newest first within each.',
  })
  @Satisfies('isSearchText', isSearchText, SEARCH_RULE)
  query?: string;

  @OptionalNotNull({ maxLength: SEARCH_MAX_LENGTH, description: 'Short for `query`.' })
  @Satisfies('isSearchText', isSearchText, SEARCH_RULE)
  q?: string;
}

/** A category or a tag of an MCP. */
@ApiSchema({ name: 'McpWord' })
export class McpTerm {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.category })
  id: string;

  @ApiProperty({ example: 'File systems' })
  name: string;

  @ApiProperty({ example: 'file-systems' })
  slug: string;
}

/** The newest version of an MCP (hub contract 9). */
export class LatestVersion {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.version })
  id: string;

  @ApiProperty({ example: 'commit-1a2b3c4-20260115' })
  visible_version: string;

  @ApiProperty({ enum: [...VERSION_STATUSES], example: 'CERTIFIED' })
  status: string;

  @ApiProperty({ type: 'integer', nullable: true, example: 82, description: 'Null before it is analyzed.' })
  global_score: number | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 2, description: 'Null before it is analyzed.' })
  certification_level: number | null;

  @ApiProperty({ example: '1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d' })
  commit_hash: string;
}

/** An MCP of the catalog (hub contract 9). */
export class McpItem {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.mcp })
  id: string;

  @ApiProperty({ example: 'acme/files' })
  name: string;

  @ApiProperty({ example: 'Reads and writes files' })
  description: string;

  @ApiProperty({ example: 'https://github.com/acme/files' })
  repo_url: string;

  @ApiProperty({ example: 'TypeScript' })
  language: string;

  @ApiProperty({ example: 'MIT' })
  license: string;

  @ApiProperty({ enum: [...VISIBILITIES] })
  visibility: string;

  @ApiProperty({ enum: [...ORIGINS] })
  origin: string;

  @ApiProperty({ example: false })
  featured: boolean;

  @ApiProperty({ type: McpTerm, nullable: true })
  category: McpTerm | null;

  @ApiProperty({ type: [McpTerm], description: 'Sorted by slug.' })
  tags: McpTerm[];

  @ApiProperty({ type: LatestVersion, nullable: true, description: 'The newest version; null without one.' })
  latest_version: LatestVersion | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

/** An MCP with the results of its latest version. */
export class McpDetail extends McpItem {
  @ApiProperty({
    type: SnapshotView,
    nullable: true,
    description: 'The latest snapshot of the latest version; null before that is analyzed.',
  })
  snapshot_summary: SnapshotView | null;
}

/** A page of the catalog. */
export class McpList extends PageInfo {
  @ApiProperty({ type: [McpItem] })
  mcps: McpItem[];
}
