import { ApiProperty, ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import { AsSent, IsUuid, OptionalNotNull, Satisfies } from '../../../common/http/validators.js';
import {
  FILE_NAME_DESCRIPTION,
  FILE_NAME_RULE,
  isConfiguration,
  isFileName,
  MAX_CONFIGURATION_BYTES,
} from '../evaluation/asked-servers.js';
import { EvaluatedServerRequest } from '../evaluation/evaluated-server-request.dto.js';
import { MAX_ITEM_VERSION } from '../evaluation/items.js';
import { NAME_KINDS, type NameKind } from '@mcp-hub/client-configurations/names';
import { VERSION_STATUSES, type McpVersionStatus } from '../../catalog/mcps/mcp-values.js';

/** Most servers of a request. */
export const MAX_CHECKED = 100;

const isItemCount = (value: unknown): boolean =>
  Array.isArray(value) && value.length >= 1 && value.length <= MAX_CHECKED;

/** A server to look up. */
class CheckedServerRequest extends PickType(EvaluatedServerRequest, ['name']) {
  @ApiPropertyOptional({ maxLength: MAX_ITEM_VERSION, example: '1.2.0', default: 'latest' })
  version?: string;
}

/** Servers to look up in the catalog: a list, or a configuration. */
export class CatalogCheckRequest {
  /** The items are validated by `readItems`. */
  @OptionalNotNull({
    type: [CheckedServerRequest],
    minItems: 1,
    maxItems: MAX_CHECKED,
  })
  @AsSent()
  @Satisfies('isItemCount', isItemCount, `must be a list of 1 to ${MAX_CHECKED} servers`)
  mcps?: unknown[];

  @OptionalNotNull({
    maxLength: MAX_CONFIGURATION_BYTES,
    example: '{"mcpServers": {"files": {"command": "npx", "args": ["-y", "@acme/files@1.2.0"]}}}',
    description:
      'The text of a configuration of a client in JSON, TOML or YAML, or one name and version in each line; instead of `mcps`.',
  })
  @Satisfies('isConfiguration', isConfiguration, 'must be a text of at most 1 MiB')
  configuration?: string;

  @OptionalNotNull({ maxLength: 200, example: '.mcp.json', description: FILE_NAME_DESCRIPTION })
  @Satisfies('isFileName', isFileName, FILE_NAME_RULE)
  file_name?: string;

  @OptionalNotNull({
    format: 'uuid',
    description:
      'The organization whose private MCPs are found, too. Without it, that of a service token, or the first one of a user.',
  })
  @IsUuid()
  org_id?: string;
}

/** The MCP behind a name. */
export class CheckedMcp {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.mcp })
  id: string;

  @ApiProperty({ example: 'acme/files' })
  name: string;
}

/** Numbers of findings of a version. */
export class CheckedFindings {
  @ApiProperty({ type: 'integer', minimum: 0, example: 0 })
  critical: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 1 })
  high: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 2 })
  medium: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 0 })
  low: number;
}

/** What the catalog has about a server. */
export class CheckedServer {
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'files',
    description: 'Name of the entry in the configuration; null for servers of a list.',
  })
  entry: string | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 3, description: 'Line of the entry.' })
  line: number | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: 'Claude Code',
    description:
      'The format that the configuration was read as, by the name of its client; null for servers of a list.',
  })
  format: string | null;

  @ApiPropertyOptional({
    example: false,
    description:
      'Whether the configuration says that the client does not start the server. It is judged like others.',
  })
  disabled: boolean;

  @ApiPropertyOptional({
    type: [String],
    example: ['the key "timeuot" is not known, and was not read'],
    description:
      'What the gate warns about in the entry, and why it denies how the entry starts a version that the catalog knows.',
  })
  notes: readonly string[];

  @ApiProperty({ example: '@acme/files' })
  name: string;

  @ApiProperty({ example: '1.2.0', description: 'Empty if it is not known what the entry runs.' })
  version: string;

  @ApiProperty({
    type: String,
    enum: [...NAME_KINDS],
    nullable: true,
    example: 'npm_package',
    description: 'How the name was understood; null if it is not known what the entry runs.',
  })
  understood: NameKind | null;

  @ApiProperty({ example: true, description: 'Whether the catalog has this version.' })
  found: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Why it was not found, or not analyzed.',
  })
  reason: string | null;

  @ApiProperty({ type: CheckedMcp, nullable: true, description: 'Null if it is unknown or ambiguous.' })
  mcp: CheckedMcp | null;

  @ApiProperty({ type: String, nullable: true, example: 'commit-1a2b3c4-20260115' })
  visible_version: string | null;

  @ApiProperty({ type: Number, nullable: true, example: 82, description: 'Null before it is analyzed.' })
  global_score: number | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 2, description: 'Null before it is analyzed.' })
  certification_level: number | null;

  @ApiProperty({ type: String, enum: [...VERSION_STATUSES], nullable: true, example: 'CERTIFIED' })
  status: McpVersionStatus | null;

  @ApiProperty({ type: CheckedFindings, nullable: true, description: 'Null before it is analyzed.' })
  open: CheckedFindings | null;
}

/** What the catalog has about servers. */
export class CatalogCheck {
  @ApiProperty({ type: [CheckedServer], description: 'In the order of the request.' })
  mcps: CheckedServer[];
}
