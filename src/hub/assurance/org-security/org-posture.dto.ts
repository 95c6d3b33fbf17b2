import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { IsQueryInteger, OptionalNotNull } from '../../../common/http/validators.js';
import { RiskPosture } from '../posture/posture.dto.js';

const PERIODS = [30, 90, 365];

/** How many days to look back. */
export class PostureQuery {
  @OptionalNotNull({ type: 'integer', enum: PERIODS, default: 30, description: 'Number of days.' })
  @IsIn(PERIODS)
  @IsQueryInteger(1, 365)
  days: number = 30;
}

/** Numbers of findings by severity. */
export class OpenFindings {
  @ApiProperty({ type: 'integer', minimum: 0, example: 1 })
  critical: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 2 })
  high: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 4 })
  medium: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 3 })
  low: number;
}

/** The risk of an organization at the end of a day. */
export class PostureDay {
  @ApiProperty({ type: String, format: 'date', example: '2026-01-15', description: 'In UTC.' })
  date: string;

  @ApiProperty({
    type: Number,
    nullable: true,
    example: 71.5,
    description: 'Null before the first analysis.',
  })
  average_score: number | null;

  @ApiProperty({ type: 'integer', minimum: 0, example: 2, description: 'MCPs with a complete analysis.' })
  mcps_analyzed: number;

  @ApiProperty({
    type: OpenFindings,
    description: 'Findings that were open. Those that were resolved and returned count as open in between.',
  })
  open: OpenFindings;
}

/** The risk of an organization, with each day of a period. */
export class OrganizationPosture extends RiskPosture {
  @ApiProperty({ type: [PostureDay], description: 'One for each day, the oldest first; today is the last.' })
  history: PostureDay[];
}
