import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../common/openapi/example-ids.js';
import { AsSent, IsUuid, Required, Satisfies } from '../../common/http/validators.js';
import { ENVIRONMENT_RULE, isEnvironmentName } from '../policies/environment-name.js';
import { MAX_ITEM_TEXT, MAX_ITEMS } from './ci-items.js';
import { MAX_WARNINGS } from './policy-evaluation.js';

const isItemCount = (value: unknown): boolean =>
  Array.isArray(value) && value.length >= 1 && value.length <= MAX_ITEMS;

/** A server that a pipeline is about to use. */
class EvaluatedServerRequest {
  @ApiProperty({ minLength: 1, maxLength: MAX_ITEM_TEXT, example: 'acme/files' })
  name: string;

  @ApiProperty({
    minLength: 1,
    maxLength: MAX_ITEM_TEXT,
    example: '1.2.0',
    description:
      'A visible version, a semantic version, a commit or at least seven characters of one, or `latest`.',
  })
  version: string;
}

/** The servers to evaluate for a pipeline (hub contract 12). */
export class EvaluationRequest {
  @Required({ format: 'uuid', description: 'The organization of the token.' })
  @IsUuid()
  org_id: string;

  @Required({ maxLength: 100, example: 'production' })
  @Satisfies('isEnvironmentName', isEnvironmentName, ENVIRONMENT_RULE)
  environment: string;

  /** The items are validated by `readItems`. */
  @Required({ type: [EvaluatedServerRequest], minItems: 1, maxItems: MAX_ITEMS })
  @AsSent()
  @Satisfies('isItemCount', isItemCount, `must be a list of 1 to ${MAX_ITEMS} servers`)
  mcps: unknown[];
}

/** The policy behind a denial or warning. */
export class MatchedPolicy {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.policy })
  id: string;

  @ApiProperty({ example: 'No low scores' })
  name: string;
}

/** The warning of a WARN policy. */
export class EvaluationWarning {
  @ApiProperty({ example: 'the global score, 65, is below 70' })
  reason: string;

  @ApiProperty({ type: MatchedPolicy })
  matched_policy: MatchedPolicy;
}

/** The result for one server. */
export class EvaluatedServer {
  @ApiProperty({ example: 'acme/files', description: 'As it was sent.' })
  name: string;

  @ApiProperty({ example: '1.2.0', description: 'As it was sent.' })
  version: string;

  @ApiProperty({ enum: ['ALLOWED', 'DENIED'], example: 'DENIED' })
  result: string;

  @ApiProperty({
    type: Number,
    nullable: true,
    example: 45,
    description: 'Null without a complete analysis.',
  })
  global_score: number | null;

  @ApiPropertyOptional({
    description: 'Why the server is denied.',
    example: 'the global score, 45, is below 70',
  })
  reason?: string;

  @ApiPropertyOptional({
    type: MatchedPolicy,
    description: 'The policy that denies it, if one does.',
    example: { id: EXAMPLE_IDS.policy, name: 'No low scores' },
  })
  matched_policy?: MatchedPolicy;

  @ApiPropertyOptional({
    type: [EvaluationWarning],
    maxItems: MAX_WARNINGS,
    description: 'Warnings of matching policies, in the order of evaluation.',
  })
  warnings?: EvaluationWarning[];
}

/** The response to an evaluation (hub contract 12). */
export class EvaluationView {
  @ApiProperty({ enum: ['PASS', 'FAIL'], example: 'FAIL', description: '`FAIL` if any server is denied.' })
  result: string;

  @ApiProperty({ format: 'date-time' })
  evaluated_at: string;

  @ApiProperty({ type: [EvaluatedServer], description: 'One for each item of the request, in its order.' })
  mcps: EvaluatedServer[];
}
