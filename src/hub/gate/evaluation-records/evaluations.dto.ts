import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import { OptionalNotNull, Satisfies } from '../../../common/http/validators.js';
import { PageInfo, PageQuery } from '../../platform/http/page.dto.js';
import { ENVIRONMENT_RULE, isEnvironmentName } from '../policies/environment-name.js';
import { EvaluatedServer, EvaluationNoticeView } from './evaluation-view.dto.js';

const RESULTS = ['PASS', 'FAIL'] as const;

/** Which recorded evaluations to list. */
export class EvaluationQuery extends PageQuery {
  @OptionalNotNull({ enum: [...RESULTS] })
  @IsIn(RESULTS)
  result?: (typeof RESULTS)[number];

  @OptionalNotNull({ maxLength: 100, example: 'production' })
  @Satisfies('isEnvironmentName', isEnvironmentName, ENVIRONMENT_RULE)
  environment?: string;
}

/** A recorded evaluation (hub contract 35). */
export class EvaluationSummaryView {
  @ApiProperty({ format: 'uuid', example: 'd9e1f3a5-7b8c-4d0e-8f2a-4b6c8d0e2fa1' })
  id: string;

  @ApiProperty({ enum: [...RESULTS], example: 'FAIL' })
  result: string;

  @ApiProperty({ example: 'production' })
  environment: string;

  @ApiProperty({
    format: 'uuid',
    example: EXAMPLE_IDS.token,
    description: 'The service token of the pipeline.',
  })
  token_id: string;

  @ApiProperty({ type: 'integer', example: 12, description: 'Number of evaluated servers.' })
  servers: number;

  @ApiProperty({ type: 'integer', example: 1, description: 'Number of denied servers.' })
  denied: number;

  @ApiProperty({
    type: 'integer',
    example: 3,
    description: 'How many policies with the action DENY or WARN applied.',
  })
  policies_applied: number;

  @ApiProperty({ format: 'date-time' })
  evaluated_at: string;
}

/** A policy as an evaluation used it. */
export class EvaluationPolicy {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.policy })
  id: string;

  @ApiProperty({ example: 'No low scores' })
  name: string;

  @ApiProperty({ example: 'DENY' })
  action: string;

  @ApiProperty({ example: 'SCORE' })
  target_type: string;

  @ApiProperty({ example: 'min:70' })
  target_value: string;

  @ApiProperty({ type: 'integer', example: 10 })
  priority: number;
}

/** A recorded evaluation, with what it depended on. */
export class EvaluationDetail extends EvaluationSummaryView {
  @ApiProperty({ type: [EvaluationNoticeView] })
  warnings: EvaluationNoticeView[];

  @ApiProperty({ type: [EvaluatedServer] })
  mcps: EvaluatedServer[];

  @ApiProperty({ type: [EvaluationPolicy], description: 'The policies that were in force, in their order.' })
  policies: EvaluationPolicy[];
}

/** A page of recorded evaluations, newest first. */
export class EvaluationList extends PageInfo {
  @ApiProperty({ type: [EvaluationSummaryView] })
  evaluations: EvaluationSummaryView[];
}
