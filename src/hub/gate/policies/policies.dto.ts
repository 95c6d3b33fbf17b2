import { ApiProperty, PartialType } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import { IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';
import { OnlyKnownFields } from '../../../common/http/known-fields.js';
import { IsName, IsText, OptionalNotNull, Required, Satisfies } from '../../../common/http/validators.js';
import { isStorableText } from '../../../common/values/text.js';
import { isTimestamp, TIMESTAMP_RULE } from '../../../common/values/timestamp.js';
import { PageInfo } from '../../platform/http/page.dto.js';
import { ENVIRONMENTS_RULE, isEnvironmentList, MAX_ENVIRONMENTS } from './environment-name.js';
import { POLICY_ACTIONS, type PolicyAction } from './policy.entity.js';
import {
  MAX_TARGET_LENGTH,
  TARGET_TYPES,
  TYPES_DESCRIPTION,
  VALUES_DESCRIPTION,
  type TargetType,
} from './targets/policy-targets.js';

const NAME_LENGTH = 100;
const DESCRIPTION_LENGTH = 1000;
const REASON_LENGTH = 500;
/** The priority of a policy whose request has none. */
export const DEFAULT_PRIORITY = 100;
const MAX_INTEGER = 2 ** 31 - 1;

/** A new policy (hub contract 11). */
@OnlyKnownFields()
export class CreatePolicyRequest {
  @Required({ maxLength: NAME_LENGTH, example: 'No low scores' })
  @IsName(NAME_LENGTH)
  name: string;

  @OptionalNotNull({ maxLength: DESCRIPTION_LENGTH, default: '', example: 'Servers below 70 stay out.' })
  @IsText(0, DESCRIPTION_LENGTH)
  description?: string;

  @Required({
    enum: [...POLICY_ACTIONS],
    description:
      'What happens to a server that the policy matches. ALLOW is an exception: later policies no longer apply.',
  })
  @IsIn(POLICY_ACTIONS)
  action: PolicyAction;

  @Required({ enum: TARGET_TYPES, description: TYPES_DESCRIPTION })
  @IsIn(TARGET_TYPES)
  target_type: TargetType;

  @Required({ maxLength: MAX_TARGET_LENGTH, example: 'min:70', description: VALUES_DESCRIPTION })
  @IsText(1, MAX_TARGET_LENGTH)
  target_value: string;

  @OptionalNotNull({
    default: DEFAULT_PRIORITY,
    example: 10,
    type: 'integer',
    minimum: -MAX_INTEGER - 1,
    maximum: MAX_INTEGER,
    description: 'Lower priorities are evaluated first, older policies first among equals.',
  })
  @Max(MAX_INTEGER)
  @Min(-MAX_INTEGER - 1)
  @IsInt()
  priority?: number;

  @OptionalNotNull({ default: true })
  @IsBoolean()
  enabled?: boolean;

  @OptionalNotNull({
    type: [String],
    maxItems: MAX_ENVIRONMENTS,
    default: [],
    example: ['production'],
    description: 'The environments that it applies to, regardless of case; all if empty.',
  })
  @Satisfies('isEnvironmentList', isEnvironmentList, ENVIRONMENTS_RULE)
  environments?: string[];

  @OptionalNotNull({
    type: String,
    nullable: true,
    maxLength: REASON_LENGTH,
    description: 'Reason for the exception. Required for ALLOW, not allowed for other actions.',
  })
  @Satisfies(
    'isReason',
    (value) => value === null || (isStorableText(value, REASON_LENGTH) && value !== ''),
    `must be a string of 1 to ${REASON_LENGTH} characters without NUL`,
  )
  reason?: string | null;

  @OptionalNotNull({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When the exception ends, in the future. Required for ALLOW, not allowed for other actions.',
  })
  @Satisfies('isTimestamp', (value) => value === null || isTimestamp(value), TIMESTAMP_RULE)
  expires_at?: string | null;
}

/** Changes of a policy; omitted fields stay. */
@OnlyKnownFields({ shown: ['id', 'org_id', 'created_at', 'updated_at'] })
export class ChangePolicyRequest extends PartialType(CreatePolicyRequest, { skipNullProperties: false }) {}

/** A policy in responses. */
export class PolicyView {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.policy })
  id: string;

  @ApiProperty({ format: 'uuid' })
  org_id: string;

  @ApiProperty({ example: 'No low scores' })
  name: string;

  @ApiProperty({ example: 'Servers below 70 stay out.' })
  description: string;

  @ApiProperty({ enum: [...POLICY_ACTIONS] })
  action: string;

  @ApiProperty({ enum: TARGET_TYPES })
  target_type: string;

  @ApiProperty({ example: 'min:70' })
  target_value: string;

  @ApiProperty({ example: 10, type: 'integer' })
  priority: number;

  @ApiProperty({ example: true })
  enabled: boolean;

  @ApiProperty({ type: [String], example: ['production'] })
  environments: string[];

  @ApiProperty({ type: String, nullable: true })
  reason: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'date-time' })
  expires_at: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

/** A page of the policies of an organization, in the order of evaluation. */
export class PolicyList extends PageInfo {
  @ApiProperty({ type: [PolicyView] })
  policies: PolicyView[];
}
