import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, ValidateNested } from 'class-validator';
import { OnlyKnownFields } from '../../../common/http/known-fields.js';
import { AsUuids, IsUuid, OptionalNotNull, Required, Satisfies } from '../../../common/http/validators.js';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import { isUuid } from '../../../common/values/uuid.js';
import { ENVIRONMENT_RULE, isEnvironmentName } from '../policies/environment-name.js';
import { CreatePolicyRequest } from '../policies/policies.dto.js';
import { AppliedPoliciesView, MatchedPolicy } from '../evaluation-records/evaluation-view.dto.js';

const MAX_DRAFTS = 20;
const MAX_REPLACED = 200;

const isIdList = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= MAX_REPLACED && value.every(isUuid);

/** Draft policies to try (hub contract 35). */
@OnlyKnownFields({ parts: { policies: () => CreatePolicyRequest } })
export class PolicyTrialRequest {
  @OptionalNotNull({
    maxLength: 100,
    example: 'production',
    description:
      'Required without `policy_id`. Default: the first environment of that policy, or `production`.',
  })
  @Satisfies('isEnvironmentName', isEnvironmentName, ENVIRONMENT_RULE)
  environment?: string;

  // Above @Required, which copies values as they are.
  @Type(() => CreatePolicyRequest)
  @Required({ type: [CreatePolicyRequest], maxItems: MAX_DRAFTS })
  @ArrayMaxSize(MAX_DRAFTS)
  @IsArray()
  @ValidateNested({ each: true })
  policies: CreatePolicyRequest[];

  @OptionalNotNull({
    type: [String],
    format: 'uuid',
    maxItems: MAX_REPLACED,
    default: [],
    description: 'Policies that would go.',
    example: [EXAMPLE_IDS.policy],
  })
  @AsUuids()
  @Satisfies('isIdList', isIdList, `must be a list of at most ${MAX_REPLACED} ids of policies`)
  without?: string[];

  @OptionalNotNull({
    format: 'uuid',
    description: 'A policy of the organization that is tried as it is stored, but enabled.',
    example: EXAMPLE_IDS.policy,
  })
  @IsUuid()
  policy_id?: string;
}

/** A decision about a server. */
export class TrialDecision {
  @ApiProperty({ enum: ['ALLOWED', 'DENIED'], example: 'DENIED' })
  result: string;

  @ApiProperty({ type: String, nullable: true, example: 'the global score, 45, is below 70' })
  reason: string | null;

  @ApiProperty({ type: MatchedPolicy, nullable: true })
  matched_policy: MatchedPolicy | null;
}

/** What draft policies would change about the newest version of a server. */
export class TrialServer {
  @ApiProperty({ example: 'acme/files' })
  name: string;

  @ApiProperty({ type: String, nullable: true, example: 'commit-3f2a1b0-20260115' })
  visible_version: string | null;

  @ApiProperty({ example: true })
  changed: boolean;

  @ApiProperty({ type: TrialDecision, description: 'By the policies of today.' })
  before: TrialDecision;

  @ApiProperty({ type: TrialDecision, description: 'By the policies with the drafts.' })
  after: TrialDecision;
}

/** What draft policies would change. `policies_applied` and `warnings` are about the policies with the drafts. */
export class PolicyTrialView extends AppliedPoliciesView {
  @ApiProperty({ example: 'production', description: 'The environment in which they were tried.' })
  environment: string;

  @ApiProperty({ type: 'integer', example: 2, description: 'How many policies of today applied.' })
  policies_applied_before: number;

  @ApiProperty({ type: 'integer', example: 120, description: 'Number of MCPs of the organization.' })
  total: number;

  @ApiProperty({
    type: 'integer',
    example: 120,
    description: 'Number of evaluated MCPs: the first 1000 by name.',
  })
  evaluated: number;

  @ApiProperty({ type: 'integer', example: 3 })
  denied_before: number;

  @ApiProperty({ type: 'integer', example: 9 })
  denied_after: number;

  @ApiProperty({ type: [TrialServer], description: 'By name.' })
  mcps: TrialServer[];
}
