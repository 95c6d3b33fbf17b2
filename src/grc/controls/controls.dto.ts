import { CONTROL_CATALOG, CONTROLS_CATALOG_VERSION } from '@mcp-hub/analyzer/catalogs';
import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../common/openapi/example-ids.js';

const CATEGORIES = ['SECURITY', 'SUPPLY_CHAIN', 'MATURITY'] as const;

const Count = (example: number): PropertyDecorator => ApiProperty({ type: 'integer', minimum: 0, example });

const Rate = (example: number): PropertyDecorator =>
  ApiProperty({
    minimum: 0,
    maximum: 1,
    example,
    description:
      'At most four decimals. 1 only if nothing failed; 0 if nothing passed, or nothing was evaluated.',
  });

/** The result of a control for an MCP. */
export class ControlResultView {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.mcp })
  mcp_id: string;

  @ApiProperty({ example: 'acme/files' })
  mcp_name: string;

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

  @ApiProperty({ format: 'date-time', description: 'Time of the snapshot.' })
  evaluated_at: string;

  @ApiProperty({ example: true, description: 'False: the control does not apply, so it passed.' })
  applicable: boolean;

  @ApiProperty({ example: true, description: 'False: evidence cannot be observed, so it failed.' })
  observable: boolean;
}

class GrcControl {
  @ApiProperty({ enum: CONTROL_CATALOG.map(({ id }) => id), example: 'SEC-001' })
  control_id: string;

  @ApiProperty({ example: 'Injection prevention' })
  control_name: string;

  @ApiProperty({ enum: [...CATEGORIES], example: 'SECURITY' })
  category: string;

  @ApiProperty({ example: false, description: 'Whether it is about a risk that only MCP servers have.' })
  is_mcp_critical: boolean;

  @ApiProperty({ example: 10 })
  weight: number;

  @ApiProperty({ type: [ControlResultView], description: 'MCPs without a complete analysis are left out.' })
  results_by_mcp: ControlResultView[];

  @Rate(0.5)
  org_pass_rate: number;

  @Count(1)
  org_fail_count: number;

  @Count(1)
  org_pass_count: number;
}

/** The catalog of controls with the results of an organization's MCPs. */
export class GrcControls {
  @ApiProperty({ example: CONTROLS_CATALOG_VERSION })
  controls_catalog_version: string;

  @ApiProperty({ type: 'integer', example: CONTROL_CATALOG.length })
  total_controls: number;

  @ApiProperty({ type: [GrcControl] })
  controls: GrcControl[];
}

class CategorySummary {
  @Count(20)
  passed: number;

  @Count(2)
  failed: number;

  @Rate(0.9091)
  pass_rate: number;
}

class CategorySummaries {
  @ApiProperty({ type: CategorySummary })
  SECURITY: CategorySummary;

  @ApiProperty({ type: CategorySummary })
  SUPPLY_CHAIN: CategorySummary;

  @ApiProperty({ type: CategorySummary })
  MATURITY: CategorySummary;
}

class WorstControl {
  @ApiProperty({ example: 'SEC-001' })
  control_id: string;

  @ApiProperty({ example: 'Injection prevention' })
  control_name: string;

  @Count(2)
  fail_count: number;
}

/** How many controls an organization's MCPs pass. */
export class ControlsSummary {
  @Count(34)
  total_evaluations: number;

  @Count(30)
  passed: number;

  @Count(4)
  failed: number;

  @Rate(0.8824)
  pass_rate: number;

  @ApiProperty({ type: CategorySummaries })
  by_category: CategorySummaries;

  @ApiProperty({
    type: [WorstControl],
    description: 'At most five, those with the most failures first; empty without failures.',
  })
  worst_controls: WorstControl[];
}
