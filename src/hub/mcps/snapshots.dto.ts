import { ApiProperty } from '@nestjs/swagger';

const Score = (): PropertyDecorator =>
  ApiProperty({ type: 'integer', minimum: 0, maximum: 100, example: 82 });
const Count = (): PropertyDecorator => ApiProperty({ type: 'integer', minimum: 0, example: 3 });

/** What an analysis has found of a version (hub spec, Snapshot). */
export class SnapshotView {
  @ApiProperty({ format: 'uuid' })
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

  @ApiProperty({ description: 'A list of tool:version.' })
  toolchain_version: string;

  @ApiProperty()
  scoring_version: string;

  @ApiProperty()
  controls_catalog_version: string;

  @Count()
  total_findings: number;

  @Count()
  critical_findings: number;

  @Count()
  high_findings: number;

  @Count()
  medium_findings: number;

  @Count()
  low_findings: number;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

/** Whether a version passes a control (hub spec, Control results). */
export class ControlView {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ example: 'SEC-001' })
  control_id: string;

  @ApiProperty()
  control_name: string;

  @ApiProperty()
  control_category: string;

  @ApiProperty()
  passed: boolean;

  @ApiProperty({ example: 'high' })
  severity: string;

  @ApiProperty()
  message: string;
}

/** The control results of a version's latest snapshot, by the ids of the controls. */
export class ControlList {
  @ApiProperty({ type: [ControlView] })
  controls: ControlView[];

  @Count()
  total: number;

  @Count()
  passed: number;

  @Count()
  failed: number;
}

/** A score and what it is made of. */
export class ScorePart {
  @Score()
  score: number;

  @ApiProperty({ example: 0.5, description: 'Its part of the global score.' })
  weight: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'number' },
    description: 'Scores of the sub-categories, by their names.',
  })
  breakdown: Record<string, number>;
}

/** The three scores. */
export class ScoreParts {
  @ApiProperty({ type: ScorePart, description: 'Of vulnerabilities, secrets and code_quality.' })
  security: ScorePart;

  @ApiProperty({ type: ScorePart, description: 'Of dependencies, licenses and lockfile.' })
  supply_chain: ScorePart;

  @ApiProperty({ type: ScorePart, description: 'Of documentation, tests and ci_cd.' })
  maturity: ScorePart;
}

/** The scores of a version (hub spec, Scores). */
export class ScoresView {
  @Score()
  global_score: number;

  @ApiProperty({ type: ScoreParts })
  scores: ScoreParts;

  @ApiProperty({ example: 'B' })
  grade: string;

  @ApiProperty({ description: 'A list of tool:version.' })
  toolchain_version: string;

  @ApiProperty()
  scoring_version: string;
}
