import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../common/openapi/example-ids.js';

const Score = (): PropertyDecorator =>
  ApiProperty({ type: 'integer', minimum: 0, maximum: 100, example: 82 });
const Count = (example: number): PropertyDecorator => ApiProperty({ type: 'integer', minimum: 0, example });

/** The results of a version's analysis (hub contract 22). */
export class SnapshotView {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.snapshot })
  id: string;

  @ApiProperty({ format: 'uuid' })
  version_id: string;

  @Score()
  global_score: number;

  @Score()
  security_score: number;

  @Score()
  supply_chain_score: number;

  @Score()
  maturity_score: number;

  @ApiProperty({ example: 'mcp-analyze:0.1.0', description: 'A list of `tool:version`.' })
  toolchain_version: string;

  @ApiProperty({ example: '1.0.0' })
  scoring_version: string;

  @ApiProperty({ example: '1.0.0' })
  controls_catalog_version: string;

  @Count(3)
  total_findings: number;

  @Count(0)
  critical_findings: number;

  @Count(0)
  high_findings: number;

  @Count(1)
  medium_findings: number;

  @Count(2)
  low_findings: number;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

/** Whether a version passes a control (hub contract 22). */
export class ControlView {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.control })
  id: string;

  @ApiProperty({ example: 'SEC-001' })
  control_id: string;

  @ApiProperty({ example: 'No command injection' })
  control_name: string;

  @ApiProperty({ example: 'security' })
  control_category: string;

  @ApiProperty({ example: true })
  passed: boolean;

  @ApiProperty({ example: 'high' })
  severity: string;

  @ApiProperty({ example: 'No finding of this class.' })
  message: string;
}

/** The control results of a version's latest snapshot, by control id. */
export class ControlList {
  @ApiProperty({ type: [ControlView] })
  controls: ControlView[];

  @Count(1)
  total: number;

  @Count(1)
  passed: number;

  @Count(0)
  failed: number;
}

/** A score and its parts. */
export class ScorePart {
  @Score()
  score: number;

  @ApiProperty({ example: 0.5, description: 'Its weight in the global score.' })
  weight: number;

  @ApiProperty({
    example: { vulnerabilities: 90, secrets: 100, code_quality: 56 },
    type: 'object',
    additionalProperties: { type: 'number' },
    description: 'Scores of the sub-categories.',
  })
  breakdown: Record<string, number>;
}

/** The three scores. */
export class ScoreParts {
  @ApiProperty({ type: ScorePart, description: 'Score for vulnerabilities, secrets and code quality.' })
  security: ScorePart;

  @ApiProperty({
    type: ScorePart,
    description: 'Score for dependencies, licenses and lockfile.',
    example: { score: 82, weight: 0.3, breakdown: { dependencies: 70, licenses: 100, lockfile: 76 } },
  })
  supply_chain: ScorePart;

  @ApiProperty({
    type: ScorePart,
    description: 'Score for documentation, tests and CI.',
    example: { score: 82, weight: 0.2, breakdown: { documentation: 96, tests: 80, ci_cd: 70 } },
  })
  maturity: ScorePart;
}

/** The scores of a version (hub contract 22). */
export class ScoresView {
  @Score()
  global_score: number;

  @ApiProperty({ type: ScoreParts })
  scores: ScoreParts;

  @ApiProperty({ example: 'B' })
  grade: string;

  @ApiProperty({ example: 'mcp-analyze:0.1.0', description: 'A list of `tool:version`.' })
  toolchain_version: string;

  @ApiProperty({ example: '1.0.0' })
  scoring_version: string;
}
