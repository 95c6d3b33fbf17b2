import { CONTROL_CATALOG, CONTROLS_CATALOG_VERSION } from '@mcp-hub/analyzer/catalogs';
import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import { PageInfo } from '../../platform/http/page.dto.js';

/** Results of a control. */
const CONTROL_STATUSES = ['passed', 'failed', 'not_applicable', 'not_observable'] as const;
export type ControlStatus = (typeof CONTROL_STATUSES)[number];

const CONTROL_IDS = CONTROL_CATALOG.map(({ id }) => id);

const Count = (example: number, description: string): PropertyDecorator =>
  ApiProperty({ type: 'integer', minimum: 0, example, description });

/** A control of the catalog, with the numbers of MCPs by its result. */
export class OrgControl {
  @ApiProperty({ enum: CONTROL_IDS, example: 'SEC-001' })
  control_id: string;

  @ApiProperty({ example: 'Injection prevention' })
  control_name: string;

  @ApiProperty({ enum: ['SECURITY', 'SUPPLY_CHAIN', 'MATURITY'], example: 'SECURITY' })
  category: string;

  @ApiProperty({ example: false, description: 'Whether it is about a risk that only MCP servers have.' })
  is_mcp_critical: boolean;

  @ApiProperty({ example: 10 })
  weight: number;

  @Count(3, 'MCPs that pass it.')
  passed: number;

  @Count(1, 'MCPs that fail it.')
  failed: number;

  @Count(0, 'MCPs that it does not apply to; they count as passed elsewhere.')
  not_applicable: number;

  @Count(0, 'MCPs whose evidence cannot be observed; they count as failed elsewhere.')
  not_observable: number;
}

/** The result of a control for an MCP. */
export class OrgControlResult {
  @ApiProperty({ enum: CONTROL_IDS, example: 'SEC-001' })
  control_id: string;

  @ApiProperty({ enum: [...CONTROL_STATUSES], example: 'failed' })
  status: ControlStatus;

  @ApiProperty({ example: false })
  passed: boolean;

  @ApiProperty({ example: 'critical', description: '`critical`, `high`, `medium` or `low`.' })
  severity: string;

  @ApiProperty({ example: '1 finding of command injection' })
  message: string;

  @ApiProperty({
    type: [String],
    format: 'uuid',
    example: [EXAMPLE_IDS.finding],
    description: 'Findings that made it fail, at most 1,000.',
  })
  evidence_finding_ids: readonly string[];
}

/** An MCP with the results of its current snapshot. */
export class OrgControlsMcp {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.mcp })
  mcp_id: string;

  @ApiProperty({ example: 'acme/files' })
  mcp_name: string;

  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.version })
  version_id: string;

  @ApiProperty({ format: 'date-time', description: 'Time of the snapshot.' })
  evaluated_at: string;

  @ApiProperty({ type: [OrgControlResult], description: 'In the order of the catalog.' })
  results: OrgControlResult[];
}

/** The controls of the catalog and a page of an organization's analyzed MCPs, by name. */
export class OrgControls extends PageInfo {
  @ApiProperty({ example: CONTROLS_CATALOG_VERSION })
  controls_catalog_version: string;

  @ApiProperty({ type: [OrgControl], description: 'Counts of all MCPs with a complete analysis.' })
  controls: OrgControl[];

  @ApiProperty({ type: [OrgControlsMcp] })
  mcps: OrgControlsMcp[];
}
