import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../common/openapi/example-ids.js';
import { AsSent, IsUuid, OptionalNotNull, Required, Satisfies } from '../../common/http/validators.js';
import { NAME_KINDS } from '../mcps/server-name.js';
import {
  ENVIRONMENT_RULE,
  isEnvironmentName,
  NO_ENVIRONMENT_DESCRIPTION,
} from '../policies/environment-name.js';
import { MAX_ITEM_NAME, MAX_ITEM_VERSION, MAX_ITEMS } from './ci-items.js';
import { MAX_WARNINGS } from './policy-evaluation.js';

const isItemCount = (value: unknown): boolean =>
  Array.isArray(value) && value.length >= 1 && value.length <= MAX_ITEMS;

/** A server that a pipeline is about to use. */
export class EvaluatedServerRequest {
  @ApiProperty({
    minLength: 1,
    maxLength: MAX_ITEM_NAME,
    example: 'acme/files',
    description:
      'A name of the catalog or the registry (`owner/slug`), a public name (`io.github.owner/repo`), a package ' +
      '(`npm:name`, `pypi:name`; without a prefix of npm), the address of a repository (a folder after `#`), or the ' +
      'digest of a bundle (`sha256:…`). Images and addresses of running servers are understood, and denied.',
  })
  name: string;

  @ApiProperty({
    minLength: 1,
    maxLength: MAX_ITEM_VERSION,
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

  @OptionalNotNull({ maxLength: 100, example: 'production', description: NO_ENVIRONMENT_DESCRIPTION })
  @Satisfies('isEnvironmentName', isEnvironmentName, ENVIRONMENT_RULE)
  environment?: string;

  /** The items are validated by `readItems`. */
  @Required({ type: [EvaluatedServerRequest], minItems: 1, maxItems: MAX_ITEMS })
  @AsSent()
  @Satisfies('isItemCount', isItemCount, `must be a list of 1 to ${MAX_ITEMS} servers`)
  mcps: unknown[];
}

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
