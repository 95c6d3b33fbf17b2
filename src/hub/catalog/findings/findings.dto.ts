import { VULNERABILITY_CLASSES } from '@mcp-hub/analyzer/catalogs';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import { OptionalNotNull, Satisfies } from '../../../common/http/validators.js';
import { SEVERITIES } from '../mcps/mcp-values.js';
import { PageInfo, PageQuery } from '../../platform/http/page.dto.js';
import { FINDING_STATUSES, type FindingStatus } from './finding-status.js';

const isSeverities = (value: unknown): boolean =>
  typeof value === 'string' &&
  value.split(',').every((each) => (SEVERITIES as readonly string[]).includes(each));

/** Filter for findings. */
export class FindingQuery extends PageQuery {
  @OptionalNotNull({ example: 'critical,high', description: 'Severities, separated by commas.' })
  @Satisfies('isSeverities', isSeverities, `must be some of ${SEVERITIES.join(', ')}, separated by commas`)
  severity?: string;

  @OptionalNotNull({ enum: [...VULNERABILITY_CLASSES] })
  @IsIn(VULNERABILITY_CLASSES)
  vulnerability_class?: string;

  @OptionalNotNull({ enum: [...FINDING_STATUSES] })
  @IsIn(FINDING_STATUSES)
  status?: FindingStatus;
}

/** The location of a finding in the source. */
export class FindingLocation {
  @ApiProperty({ example: 'src/server.ts' })
  file_path: string;

  @ApiProperty({ type: 'integer', minimum: 1, example: 12 })
  start_line: number;

  @ApiProperty({ type: 'integer', minimum: 1, example: 12 })
  end_line: number;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, example: 3, description: 'In UTF-16 code units.' })
  start_column?: number;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, example: 24, description: 'Exclusive.' })
  end_column?: number;

  @ApiPropertyOptional({
    example: 'execSync(`ping ${host}`);',
    description: 'The text of the first line, without secrets.',
  })
  snippet?: string;
}

/** A step of a data flow. */
export class FindingStep {
  @ApiProperty({ example: 'src/server.ts' })
  file_path: string;

  @ApiProperty({ type: 'integer', example: 10 })
  line: number;

  @ApiProperty({ example: 'the client sends `command`' })
  message: string;

  @ApiPropertyOptional({
    example: 'const { host } = request.params.arguments;',
    description:
      'The text of the line, at most 200 characters, without secrets; absent when it cannot be shown.',
  })
  snippet?: string;
}

/** What of the server a finding concerns. */
export class FindingContext {
  @ApiProperty({ type: String, nullable: true, example: 'run_command' })
  tool_name: string | null;

  @ApiPropertyOptional({
    type: [String],
    example: ['run_command', 'run_script'],
    description: 'All tools that reach the code.',
  })
  tool_names?: readonly string[];

  @ApiProperty({ type: String, nullable: true, example: null })
  resource_uri: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'runCommand' })
  handler_name: string | null;
}

/** A suppression of a finding by an organization of the caller. */
export class FindingSuppressionView {
  @ApiProperty({ format: 'uuid', example: 'a9c1e3f5-7b8d-4f0a-9c2e-4f6a8b0c2de4' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  org_id: string;

  @ApiProperty({ example: 'The tool runs in a container without network access.' })
  reason: string;

  @ApiProperty({ example: 'alice@example.com' })
  author_name: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;
}

/** A finding of a version (hub contract 26). */
export class FindingView {
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The same in all versions; null if the newest version never had it.',
  })
  id: string | null;

  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.mcp })
  mcp_id: string;

  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.version })
  version_id: string;

  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.snapshot })
  snapshot_id: string;

  @ApiProperty({ example: 'MCP-A001' })
  rule_id: string;

  @ApiProperty({ example: 'A shell command contains text from the client' })
  title: string;

  @ApiProperty({ example: 'The argument `command` of the tool `run` reaches a shell.' })
  description: string;

  @ApiProperty({ enum: [...SEVERITIES], example: 'critical' })
  severity: string;

  @ApiProperty({ example: 'high', description: '`high`, `medium` or `low`.' })
  confidence: string;

  @ApiPropertyOptional({
    type: [String],
    example: ['A validator of the project was not understood.'],
    description: 'Why the confidence is lower than usual for the rule.',
  })
  lowered_because?: readonly string[];

  @ApiProperty({ enum: [...VULNERABILITY_CLASSES], example: 'A' })
  vulnerability_class: string;

  @ApiProperty({ example: 'Command & Code Execution' })
  vulnerability_class_name: string;

  @ApiProperty({ example: 'CWE-78' })
  cwe: string;

  @ApiProperty({ example: 9.8 })
  cvss: number;

  @ApiProperty({ example: 'MCP05' })
  owasp_mcp: string;

  @ApiProperty({ example: 'Command & Code Injection' })
  owasp_mcp_name: string;

  @ApiProperty({ type: FindingLocation })
  location: FindingLocation;

  @ApiProperty({ example: 'Pass the program and its arguments as a list, without a shell.' })
  remediation: string;

  @ApiProperty({ type: FindingContext })
  mcp_context: FindingContext;

  @ApiProperty({ type: [FindingStep], description: 'From source to sink, at most eight steps.' })
  trace: readonly FindingStep[];

  @ApiProperty({ example: 'handler', description: '`handler`, `reachable` or `unreachable`.' })
  reach: string;

  @ApiPropertyOptional({ example: true, description: 'The tool promises exactly what its code does.' })
  by_design?: boolean;

  @ApiPropertyOptional({
    example: 'run_command: runs any command',
    description: 'The words that promise it.',
  })
  promised_by?: string;

  @ApiProperty({
    example: false,
    description: 'A comment in the source asks scanners to ignore it. That has no effect on scores.',
  })
  suppressed_by_publisher: boolean;

  @ApiProperty({ example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' })
  fingerprint: string;

  @ApiPropertyOptional({
    example: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
    description: 'The same for all findings that one change would fix.',
  })
  group?: string;

  @ApiProperty({
    enum: [...FINDING_STATUSES],
    description: 'Whether the newest version of the MCP has it.',
  })
  status: FindingStatus;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  first_detected_at: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_seen_at: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Null while it is open.' })
  resolved_at: string | null;

  @ApiProperty({
    type: [FindingSuppressionView],
    description: 'Those of the caller’s organizations that have not expired.',
  })
  suppressions: FindingSuppressionView[];
}

/** A page of the findings of a version, worst first. */
export class FindingList extends PageInfo {
  @ApiProperty({ type: [FindingView] })
  findings: FindingView[];

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    example: 0,
    description: 'Number of findings of the version that an organization of the caller suppresses.',
  })
  suppressed: number;
}
