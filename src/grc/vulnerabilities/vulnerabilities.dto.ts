import { VULNERABILITY_CLASSES } from '@mcp-hub/analyzer/catalogs';
import { ApiProperty, PickType } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { EXAMPLE_IDS } from '../../common/openapi/example-ids.js';
import { IsUuid, OptionalNotNull, Satisfies } from '../../common/http/validators.js';
import { isTimestamp, TIMESTAMP_RULE } from '../../common/values/timestamp.js';
import { FINDING_STATUSES, type FindingStatus } from '../../hub/catalog/findings/finding-status.js';
import { FindingContext, FindingLocation, FindingView } from '../../hub/catalog/findings/findings.dto.js';
import { RISK_IDS } from '../../hub/assurance/posture/risks.js';
import { GrcListInfo, GrcListQuery } from '../http/grc-query.dto.js';

/** The severities that a filter knows. No finding has `info`. */
const GRC_SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const;

const isSeverities = (value: unknown): boolean =>
  typeof value === 'string' &&
  value.split(',').every((each) => (GRC_SEVERITIES as readonly string[]).includes(each));

/** Filter for the findings of an organization. */
export class VulnerabilityQuery extends GrcListQuery {
  @OptionalNotNull({ example: 'critical,high', description: 'Severities, separated by commas.' })
  @Satisfies(
    'isSeverities',
    isSeverities,
    `must be some of ${GRC_SEVERITIES.join(', ')}, separated by commas`,
  )
  severity?: string;

  @OptionalNotNull({ enum: [...VULNERABILITY_CLASSES] })
  @IsIn(VULNERABILITY_CLASSES)
  vulnerability_class?: string;

  @OptionalNotNull({ format: 'uuid', description: 'Only those of one MCP.' })
  @IsUuid()
  mcp_id?: string;

  @OptionalNotNull({ enum: [...RISK_IDS] })
  @IsIn(RISK_IDS)
  owasp_mcp?: string;

  @OptionalNotNull({ enum: [...FINDING_STATUSES], description: 'Both without it.' })
  @IsIn(FINDING_STATUSES)
  status?: FindingStatus;

  @OptionalNotNull({
    format: 'date-time',
    description: 'Only findings whose status or content has changed since; resolved ones are among them.',
  })
  @Satisfies('isTimestamp', isTimestamp, TIMESTAMP_RULE)
  updated_since?: string;
}

/** The location of a finding in the source. */
class VulnerabilityLocation extends PickType(FindingLocation, ['file_path', 'start_line', 'end_line']) {}

/** What of the server a finding concerns. */
class VulnerabilityContext extends PickType(FindingContext, ['tool_name', 'resource_uri', 'handler_name']) {}

/** A finding of an MCP of the organization. */
export class VulnerabilityView extends PickType(FindingView, [
  'mcp_id',
  'snapshot_id',
  'rule_id',
  'title',
  'description',
  'confidence',
  'vulnerability_class',
  'vulnerability_class_name',
  'cwe',
  'cvss',
  'remediation',
]) {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.finding, description: 'The same in all versions.' })
  id: string;

  @ApiProperty({ example: 'acme/files' })
  mcp_name: string;

  @ApiProperty({ example: 'acme', description: 'The part of the name before the slash.' })
  mcp_owner: string;

  @ApiProperty({
    format: 'uuid',
    example: EXAMPLE_IDS.version,
    description: 'The newest version with the finding.',
  })
  version_id: string;

  @ApiProperty({ enum: [...GRC_SEVERITIES], example: 'critical' })
  severity: string;

  @ApiProperty({ enum: [...RISK_IDS], example: 'MCP05' })
  owasp_mcp: string;

  @ApiProperty({ example: 'Command & Code Injection' })
  owasp_mcp_name: string;

  @ApiProperty({ type: VulnerabilityLocation })
  location: VulnerabilityLocation;

  @ApiProperty({ type: VulnerabilityContext })
  mcp_context: VulnerabilityContext;

  @ApiProperty({ format: 'date-time' })
  first_detected_at: string;

  @ApiProperty({ format: 'date-time' })
  last_seen_at: string;

  @ApiProperty({
    enum: [...FINDING_STATUSES],
    example: 'open',
    description: 'Whether the newest version has it.',
  })
  status: FindingStatus;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
    description: 'Null while it is open.',
  })
  resolved_at: string | null;

  @ApiProperty({ format: 'date-time', description: 'When its status or content changed last.' })
  updated_at: string;
}

/** A page of the findings of an organization, newest first. */
export class VulnerabilityList extends GrcListInfo {
  @ApiProperty({ type: [VulnerabilityView] })
  vulnerabilities: VulnerabilityView[];
}

/** The columns of a table of findings. */
export const VULNERABILITY_COLUMNS = [
  'id',
  'mcp_id',
  'mcp_name',
  'mcp_owner',
  'version_id',
  'snapshot_id',
  'rule_id',
  'title',
  'description',
  'severity',
  'confidence',
  'vulnerability_class',
  'vulnerability_class_name',
  'cwe',
  'cvss',
  'owasp_mcp',
  'owasp_mcp_name',
  'location.file_path',
  'location.start_line',
  'location.end_line',
  'remediation',
  'mcp_context.tool_name',
  'mcp_context.resource_uri',
  'mcp_context.handler_name',
  'first_detected_at',
  'last_seen_at',
  'status',
  'resolved_at',
  'updated_at',
] as const;
