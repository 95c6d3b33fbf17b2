import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import {
  IsQueryBoolean,
  IsQueryInteger,
  IsText,
  OptionalNotNull,
  Satisfies,
} from '../../../common/http/validators.js';
import { PageInfo, PageQuery } from '../../platform/http/page.dto.js';
import { McpProfileView } from './mcp-profile.dto.js';
import { MCP_ORDERS, type McpOrder } from './mcp-lists.read-model.js';
import { VERSION_STATUSES } from './mcp-values.js';
import { isSearchText, SEARCH_MAX_LENGTH, SEARCH_RULE } from './search-term.js';
import { SnapshotView } from '../snapshots/snapshots.dto.js';

/** Search for a text in the name or description. */
export class McpQuery extends PageQuery {
  @OptionalNotNull({
    maxLength: SEARCH_MAX_LENGTH,
    example: 'files',
    description:
      'Words in the name or description: all of them, in any order, regardless of case. Exact names come first, then ' +
      'prefixes, whole words and other parts of names, then descriptions; the newest first within each.',
  })
  @Satisfies('isSearchText', isSearchText, SEARCH_RULE)
  query?: string;

  @OptionalNotNull({ maxLength: SEARCH_MAX_LENGTH, description: 'Short for `query`.' })
  @Satisfies('isSearchText', isSearchText, SEARCH_RULE)
  q?: string;
}

const TERM_SLUG_LENGTH = 50;
const LANGUAGE_LENGTH = 50;

/** Search and filters of the catalog. Scores and levels are those of newest versions. */
export class CatalogQuery extends McpQuery {
  @OptionalNotNull({ maxLength: TERM_SLUG_LENGTH, example: 'file-systems', description: 'Slug.' })
  @IsText(1, TERM_SLUG_LENGTH)
  category?: string;

  @OptionalNotNull({ maxLength: TERM_SLUG_LENGTH, example: 'official', description: 'Slug.' })
  @IsText(1, TERM_SLUG_LENGTH)
  tag?: string;

  @OptionalNotNull({ maxLength: LANGUAGE_LENGTH, example: 'TypeScript', description: 'As lists show it.' })
  @IsText(1, LANGUAGE_LENGTH)
  language?: string;

  @OptionalNotNull({
    type: 'integer',
    minimum: 0,
    maximum: 3,
    example: 1,
    description:
      'Certification level of the newest version, or a higher one; 0 leaves out what is not analyzed.',
  })
  @IsQueryInteger(0, 3)
  min_level?: number;

  @OptionalNotNull({
    type: 'integer',
    minimum: 0,
    maximum: 100,
    example: 70,
    description: 'Global score of the newest version, or a higher one; 0 leaves out what is not analyzed.',
  })
  @IsQueryInteger(0, 100)
  min_score?: number;

  @OptionalNotNull({ type: Boolean })
  @IsQueryBoolean()
  featured?: boolean;

  @OptionalNotNull({
    enum: [...MCP_ORDERS],
    description:
      'Newest, highest score or name first. Without it, a search has its best matches first, and a list the newest.',
  })
  @IsIn(MCP_ORDERS)
  sort?: McpOrder;
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
export class McpItem extends McpProfileView {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.mcp })
  id: string;

  @ApiProperty({ example: 'acme/files' })
  name: string;

  @ApiProperty({ example: 'https://github.com/acme/files' })
  repo_url: string;

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
