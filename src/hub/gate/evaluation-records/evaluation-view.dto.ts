import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import { NAME_KINDS } from '@mcp-hub/client-configurations/names';
import { MAX_WARNINGS } from '../evaluation/policy-set.js';

/** The policy behind a denial or warning, or the built-in rule behind a denial. */
export class MatchedPolicy {
  @ApiProperty({
    format: 'uuid',
    example: EXAMPLE_IDS.policy,
    description: 'Begins with `00000000-0000-4000-8000-` for built-in rules, and for no policy.',
  })
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

/** An MCP of the catalog. */
class UnderstoodMcp {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.mcp })
  id: string;

  @ApiProperty({ example: 'acme/files' })
  name: string;
}

/** A version of an MCP. */
class UnderstoodVersion {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.version })
  id: string;

  @ApiProperty({ example: 'commit-3f2a1b0-20260115' })
  visible_version: string;

  @ApiProperty({ type: String, nullable: true, example: '1.2.0' })
  semver: string | null;
}

/** What a name and version were understood as. Null: unknown, or ambiguous. */
export class UnderstoodServer {
  @ApiProperty({ enum: [...NAME_KINDS], example: 'catalog_name' })
  as: string;

  @ApiProperty({ type: UnderstoodMcp, nullable: true })
  mcp: UnderstoodMcp | null;

  @ApiProperty({ type: UnderstoodVersion, nullable: true })
  version: UnderstoodVersion | null;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    example: EXAMPLE_IDS.snapshot,
    description: 'The analysis that was evaluated.',
  })
  snapshot_id: string | null;
}

/** What a configuration of a client can use of a version. */
class StartView {
  @ApiProperty({ type: [String], example: ['files'], description: 'The commands that its package installs.' })
  commands: string[];

  @ApiProperty({
    type: [String],
    example: ['FILES_TOKEN'],
    description:
      'The environment variables that it reads or declares, and those in the launch settings of the organization.',
  })
  variables: string[];
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
    description: 'What denies it: a policy or a built-in rule. Always there if it is denied.',
    example: { id: EXAMPLE_IDS.policy, name: 'No low scores' },
  })
  matched_policy?: MatchedPolicy;

  @ApiPropertyOptional({
    type: MatchedPolicy,
    description: 'The exception that allows it, in records of evaluations.',
  })
  exception?: MatchedPolicy;

  @ApiPropertyOptional({
    type: [EvaluationWarning],
    maxItems: MAX_WARNINGS,
    description: 'Warnings of matching policies, in the order of evaluation.',
  })
  warnings?: EvaluationWarning[];

  @ApiProperty({ type: UnderstoodServer })
  understood: UnderstoodServer;

  @ApiPropertyOptional({
    type: StartView,
    description: 'Absent if its analysis does not say it, and in records.',
  })
  start?: StartView;
}

/** Something about an evaluation as a whole. */
export class EvaluationNoticeView {
  @ApiProperty({ enum: ['no_policy_applied'], example: 'no_policy_applied' })
  code: string;

  @ApiProperty({
    example: 'no policy applied in the environment "prod"; policies are for production, staging',
  })
  message: string;

  @ApiProperty({
    type: [String],
    maxItems: 20,
    example: ['production', 'staging'],
    description: 'The environments that policies name: the first 20 by name.',
  })
  environments: string[];
}

/** How many policies an evaluation depended on. */
export class AppliedPoliciesView {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    example: 3,
    description:
      'How many policies applied: enabled, for the environment, and with the action DENY or WARN. Exceptions are not counted.',
  })
  policies_applied: number;

  @ApiProperty({
    type: [EvaluationNoticeView],
    description: '`no_policy_applied` if no policy applied, so that only built-in rules could deny.',
  })
  warnings: EvaluationNoticeView[];
}

/** The response to an evaluation (hub contract 12). */
export class EvaluationView extends AppliedPoliciesView {
  @ApiProperty({ enum: ['PASS', 'FAIL'], example: 'FAIL', description: '`FAIL` if any server is denied.' })
  result: string;

  @ApiProperty({ format: 'date-time' })
  evaluated_at: string;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    example: 'd9e1f3a5-7b8c-4d0e-8f2a-4b6c8d0e2fa1',
    description: 'Of the record of this evaluation. Null in read-only mode, which records nothing.',
  })
  evaluation_id: string | null;

  @ApiProperty({ type: [EvaluatedServer], description: 'One for each item of the request, in its order.' })
  mcps: EvaluatedServer[];
}
