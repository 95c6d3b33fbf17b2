import { ApiProperty } from '@nestjs/swagger';
import type { ReportedLaunch, ReportedMcpb } from '@mcp-hub/analyzer';

const HEX = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const Names = (example: readonly string[], description?: string): PropertyDecorator =>
  ApiProperty({ type: [String], example: [...example], ...(description !== undefined && { description }) });
const Text = (example: string | null, description?: string): PropertyDecorator =>
  ApiProperty({ type: String, nullable: true, example, ...(description !== undefined && { description }) });

/** How an MCP bundle starts its server on some platforms. */
export class McpbLaunchView {
  @Names(['darwin', 'linux', 'win32'])
  platforms: readonly string[];

  @Names(['node', '${__dirname}/server/index.js'], 'With variables as the manifest has them.')
  command: readonly string[];

  @Names(['API_KEY'], 'The names of the variables that are set.')
  variables: readonly string[];

  @ApiProperty({
    enum: ['bundle', 'package', 'unknown'],
    description: 'Code of the bundle, something that is fetched, or what is not understood.',
  })
  starts: ReportedLaunch['starts'];

  @Text('server/index.js', 'The code of the bundle that starts; null if none does.')
  file_path: string | null;

  @Text(null, 'What is fetched, as it is written; null if nothing is.')
  reference: string | null;

  @ApiProperty({
    type: Boolean,
    nullable: true,
    example: null,
    description: 'Whether what is fetched always means the same bytes; null if nothing is.',
  })
  pinned: boolean | null;

  @Text(null, 'Why it is not known what starts; null if it is.')
  reason: string | null;
}

/** Tools or prompts of a manifest, compared with those of the code. */
export class McpbNamesView {
  @ApiProperty({
    type: [String],
    nullable: true,
    example: ['read_file'],
    description: 'Null when the manifest says nothing.',
  })
  declared: readonly string[] | null;

  @ApiProperty({ example: false, description: 'The manifest says that there may be others.' })
  generated: boolean;

  @Names([])
  only_in_manifest: readonly string[];

  @Names([])
  only_in_code: readonly string[];

  @ApiProperty({
    example: false,
    description:
      'The code has others, or may have, whose names it computes: they can be those that only the manifest has.',
  })
  unnamed_in_code: boolean;
}

/** What clients ask the user for. */
export class McpbOptionView {
  @ApiProperty({ example: 'api_key' })
  name: string;

  @ApiProperty({ example: 'string' })
  type: string;

  @ApiProperty({ example: true })
  required: boolean;

  @ApiProperty({ example: true, description: 'It is a secret.' })
  sensitive: boolean;
}

/** Who has signed an MCP bundle, as the certificate says. */
export class McpbSignerView {
  @ApiProperty({ example: 'Acme Inc.' })
  subject: string;

  @ApiProperty({ example: 'Acme Inc.' })
  issuer: string;

  @ApiProperty({ example: true })
  self_signed: boolean;

  @ApiProperty({ example: HEX, description: 'SHA-256 of the certificate, in hex.' })
  sha256: string;

  @ApiProperty({ format: 'date-time' })
  valid_from: string;

  @ApiProperty({ format: 'date-time' })
  valid_to: string;
}

/** The signature of an MCP bundle. */
export class McpbSignatureView {
  @ApiProperty({
    enum: ['none', 'intact', 'broken', 'unchecked'],
    description:
      '`intact`: the bundle is what the signer has signed. Nobody has compared the certificate with any that is trusted.',
  })
  status: ReportedMcpb['signature']['status'];

  @Text(null)
  reason: string | null;

  @ApiProperty({ type: McpbSignerView, nullable: true })
  signer: McpbSignerView | null;
}

/** What the manifest of an MCP bundle says, beside its code. */
export class McpbView {
  @ApiProperty({ example: HEX, description: 'Of the file, in hex.' })
  sha256: string;

  @ApiProperty({ type: 'integer', example: 48_213 })
  size_bytes: number;

  @ApiProperty({ example: '0.3', description: 'The version of the format.' })
  manifest_version: string;

  @ApiProperty({ example: 'Files' })
  name: string;

  @ApiProperty({ example: '1.2.3' })
  version: string;

  @ApiProperty({ enum: ['node', 'python', 'uv', 'binary'] })
  server_type: ReportedMcpb['server_type'];

  @ApiProperty({ example: 'server/index.js' })
  entry_point: string;

  @ApiProperty({ type: [McpbLaunchView] })
  launches: readonly McpbLaunchView[];

  @ApiProperty({ type: McpbNamesView })
  tools: McpbNamesView;

  @ApiProperty({ type: McpbNamesView })
  prompts: McpbNamesView;

  @ApiProperty({ type: [McpbOptionView] })
  user_config: readonly McpbOptionView[];

  @ApiProperty({ type: McpbSignatureView })
  signature: McpbSignatureView;
}
