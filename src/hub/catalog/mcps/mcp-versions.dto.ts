import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import { PageInfo } from '../../platform/http/page.dto.js';
import { VERSION_STATUSES } from './mcp-values.js';

/** A version of an MCP (hub contract 10). */
export class McpVersionItem {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.version })
  id: string;

  @ApiProperty({ example: 'commit-1a2b3c4-20260115' })
  visible_version: string;

  @ApiProperty({ enum: [...VERSION_STATUSES], example: 'CERTIFIED' })
  status: string;

  @ApiProperty({ example: '1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d' })
  commit_hash: string;

  @ApiProperty({ type: String, nullable: true, example: '1.2.0' })
  semver: string | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 82, description: 'Null before it is analyzed.' })
  global_score: number | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 2, description: 'Null before it is analyzed.' })
  certification_level: number | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'refs/heads/main',
    description: 'The branch or tag that announced its commit; null if unknown, and for other sources.',
  })
  ref: string | null;

  @ApiProperty({
    example: false,
    description:
      'Whether it is neither of the followed branch nor released. It is listed, and counts for nothing else.',
  })
  preview: boolean;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

/** A page of the versions of an MCP, newest first. */
export class McpVersionList extends PageInfo {
  @ApiProperty({ type: [McpVersionItem] })
  versions: McpVersionItem[];
}

/** What keeps clients from running a published version. */
export class McpVersionWarning {
  @ApiProperty({ example: 'no_command' })
  code: string;

  @ApiProperty({ example: 'the package names no program that clients can start' })
  message: string;
}

/** The publication of a version to the registry (hub contract 25). */
export class McpVersionPublication {
  @ApiProperty({ enum: ['QUEUED', 'RUNNING', 'DONE', 'FAILED'], example: 'DONE' })
  status: string;

  @ApiProperty({ type: String, nullable: true, example: 'acme/files' })
  package: string | null;

  @ApiProperty({ type: String, nullable: true, example: '1.2.0', description: 'Version in the registry.' })
  version: string | null;

  @ApiProperty({ type: [McpVersionWarning] })
  warnings: McpVersionWarning[];

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Why the last attempt failed; for members of its organization only.',
  })
  failure_reason: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'date-time' })
  published_at: string | null;
}

/** A file `.mcpb`, which desktop clients install. */
export class McpVersionMcpBundle {
  @ApiProperty({
    example: 'https://hub.example.com/v1/org/acme/artifacts/sha256:9f86d081884c7d65/mcpb',
    description: 'Where the registry has it. A private package needs a token with `artifact:download`.',
  })
  url: string;

  @ApiProperty({ example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' })
  sha256: string;
}

const EXAMPLE_SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** A file of a Python release. */
export class McpVersionFile {
  @ApiProperty({ example: 'mcp_files-1.0.0-py3-none-any.whl' })
  filename: string;

  @ApiProperty({ example: EXAMPLE_SHA256, description: 'In lower-case hex.' })
  sha256: string;
}

/** The files of a Python release. */
export class McpVersionRelease {
  @ApiProperty({
    example: EXAMPLE_SHA256,
    description:
      'SHA-256 of the set of files that an installer may choose from: of a line with digest, two spaces and name for each, sorted by name.',
  })
  sha256: string;

  @ApiProperty({
    example: true,
    description: 'Whether all of them were read. The analysis is incomplete otherwise.',
  })
  whole: boolean;

  @ApiProperty({ type: [McpVersionFile], description: 'Those that were read.' })
  files: McpVersionFile[];
}

/** All details of a version (hub contract 10). */
export class McpVersionDetail extends McpVersionItem {
  @ApiProperty({ type: 'integer', nullable: true, description: 'Bytes.' })
  source_size: number | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: `http://localhost:8080/api/v1/mcps/${EXAMPLE_IDS.mcp}/versions/${EXAMPLE_IDS.version}/tarball`,
    description: 'Where those who see the MCP download its source; null before it is analyzed.',
  })
  tarball_url: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'SHA-256 of the tarball.' })
  tarball_sha256: string | null;

  @ApiProperty({
    type: McpVersionRelease,
    nullable: true,
    description:
      'For a version of a Python package: the files that it was analyzed from. Null for all others.',
  })
  python_release: McpVersionRelease | null;

  @ApiProperty({ type: String, nullable: true, description: 'Why the analysis failed, if it did.' })
  failure_reason: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it was revoked in the registry; the gate denies such a version.',
  })
  revoked_at: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Why it was revoked, if a reason was given.' })
  revoked_reason: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Commit that its tag was moved to; the gate denies its number then, because it has two meanings. Null if the tag is where it was.',
  })
  tag_moved_to: string | null;

  @ApiProperty({
    type: McpVersionPublication,
    nullable: true,
    description:
      'Null for a version without a publication: one that was never certified and is not in the registry.',
  })
  publication: McpVersionPublication | null;

  @ApiProperty({
    type: McpVersionMcpBundle,
    nullable: true,
    description:
      'The MCP bundle that the registry has of a certified version, for desktop clients; null if it has none, or not yet.',
  })
  mcp_bundle: McpVersionMcpBundle | null;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}
