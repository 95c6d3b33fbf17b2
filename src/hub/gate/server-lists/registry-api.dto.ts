import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { errorResponses } from '../../../common/openapi/error-responses.js';
import {
  IsQueryBoolean,
  IsQueryInteger,
  IsText,
  OptionalNotNull,
  Satisfies,
} from '../../../common/http/validators.js';
import { isTimestamp, TIMESTAMP_RULE } from '../../../common/values/timestamp.js';

const DEFAULT_LIMIT = 30;
const MAX_LIMIT = 100;
const MAX_CURSOR = 2048;
const MAX_SEARCH = 200;
const MAX_VERSION = 255;
const DIGEST = '0a'.repeat(32);

/** Whether deleted versions are shown. */
export class DeletedQuery {
  @OptionalNotNull({ type: Boolean, default: false, description: 'With deleted versions.' })
  @IsQueryBoolean()
  include_deleted: boolean = false;
}

/** Which versions of servers to list (hub contract 37). An empty parameter is like none, as in the official registry. */
export class ServerListQuery extends DeletedQuery {
  @OptionalNotNull({ maxLength: MAX_CURSOR, description: '`metadata.nextCursor` of the page before.' })
  @IsText(0, MAX_CURSOR)
  cursor?: string;

  @OptionalNotNull({ type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT })
  @IsQueryInteger(1, MAX_LIMIT)
  limit: number = DEFAULT_LIMIT;

  @OptionalNotNull({
    maxLength: MAX_SEARCH,
    description: 'Words in names and descriptions: all of them, in any order.',
  })
  @IsText(0, MAX_SEARCH)
  search?: string;

  @OptionalNotNull({
    format: 'date-time',
    description: 'Only versions that have changed since; deleted ones are included.',
  })
  @Satisfies('isTimestamp', (value) => value === '' || isTimestamp(value), TIMESTAMP_RULE)
  updated_since?: string;

  @OptionalNotNull({ maxLength: MAX_VERSION, description: '`latest`, or a version.', example: 'latest' })
  @IsText(0, MAX_VERSION)
  version?: string;
}

/** Where the source of a server is. */
export class ServerRepository {
  @ApiProperty({ example: 'https://github.com/acme/files' })
  url: string;

  @ApiProperty({ example: 'github' })
  source: string;

  @ApiPropertyOptional({ description: 'Folder of the server.' })
  subfolder?: string;
}

class StdioTransport {
  @ApiProperty({ enum: ['stdio'] })
  type: 'stdio';
}

/** How a server is installed. */
export class ServerPackage {
  @ApiProperty({ enum: ['npm', 'pypi', 'oci', 'mcpb'] })
  registryType: 'npm' | 'pypi' | 'oci' | 'mcpb';

  @ApiProperty({
    example: '@acme/files',
    description: 'The name of the package, an image with its digest, or the address of an MCP bundle.',
  })
  identifier: string;

  @ApiPropertyOptional({ example: '1.2.0' })
  version?: string;

  @ApiPropertyOptional({ example: DIGEST, description: 'SHA-256 of an MCP bundle.' })
  fileSha256?: string;

  @ApiPropertyOptional({ example: 'npx' })
  runtimeHint?: string;

  @ApiProperty({ type: StdioTransport })
  transport: StdioTransport;
}

/** Where a server runs. */
export class ServerRemote {
  @ApiProperty({ enum: ['streamable-http'] })
  type: 'streamable-http';

  @ApiProperty({ example: 'https://mcp.example.com/mcp' })
  url: string;
}

/** A version of a server, as the `server.json` of the official registry. */
export class ServerJson {
  @ApiProperty({
    format: 'uri',
    example: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  })
  $schema: string;

  @ApiProperty({ example: 'io.github.acme/files' })
  name: string;

  @ApiProperty({ maxLength: 100, example: 'Reads and writes files' })
  description: string;

  @ApiProperty({ example: '1.2.0' })
  version: string;

  @ApiPropertyOptional({ type: ServerRepository, description: 'Absent if it is not known.' })
  repository?: ServerRepository;

  @ApiPropertyOptional({ type: [ServerPackage] })
  packages?: readonly ServerPackage[];

  @ApiPropertyOptional({ type: [ServerRemote] })
  remotes?: readonly ServerRemote[];
}

/** What the list says about a version. */
class ListedStatus {
  @ApiProperty({ enum: ['active', 'deprecated', 'deleted'] })
  status: string;

  @ApiProperty({ format: 'date-time' })
  statusChangedAt: string;

  @ApiProperty({ format: 'date-time' })
  publishedAt: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt: string;

  @ApiProperty({ example: true })
  isLatest: boolean;
}

class ServerMeta {
  @ApiProperty({ type: ListedStatus })
  'io.modelcontextprotocol.registry/official': ListedStatus;
}

/** A version of a server in a list. */
export class ServerResponse {
  @ApiProperty({ type: ServerJson })
  server: ServerJson;

  @ApiProperty({ type: ServerMeta })
  _meta: ServerMeta;
}

class ServerListMetadata {
  @ApiPropertyOptional({ description: 'Leads to the next page; absent on the last one.' })
  nextCursor?: string;

  @ApiProperty({ type: 'integer', example: 1, description: 'Number of versions in this response.' })
  count: number;
}

/** Versions of servers, by name, the newest first. */
export class ServerList {
  @ApiProperty({ type: [ServerResponse] })
  servers: readonly ServerResponse[];

  @ApiProperty({ type: ServerListMetadata })
  metadata: ServerListMetadata;
}

/** The body of every error, as in the official registry. */
class RegistryApiError {
  @ApiProperty({ example: 'server not found' })
  error: string;
}

/** Documents the errors of an operation. */
export const RegistryApiErrors = errorResponses({
  type: RegistryApiError,
  bodyOf: ({ message }) => ({ error: message }),
  meanings: {
    429: 'The address has made too many requests in the last minute.',
  },
  headers: {
    429: {
      'Retry-After': {
        description: 'Seconds until a request is accepted again.',
        schema: { type: 'integer' },
      },
    },
  },
});
