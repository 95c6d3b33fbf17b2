import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import {
  IsQueryBoolean,
  IsText,
  IsUuid,
  OptionalNotNull,
  Satisfies,
} from '../../../common/http/validators.js';
import { isTimestamp, TIMESTAMP_RULE } from '../../../common/values/timestamp.js';
import { PageInfo, PageQuery } from '../../platform/http/page.dto.js';
import { ACTOR_TYPES } from './actor.js';
import { RESOURCE_TYPES, type ResourceType } from '../../../auth/trail/resource-types.js';
import { BREAKS } from './chain-verification.js';

const MAX_ACTION_LENGTH = 100;

/** Filters of the audit events (hub contract 13). */
export class AuditEventQuery extends PageQuery {
  @OptionalNotNull({ maxLength: MAX_ACTION_LENGTH, example: 'organization.updated' })
  @IsText(1, MAX_ACTION_LENGTH)
  action?: string;

  @OptionalNotNull({ format: 'uuid', description: 'The actor; the nil UUID for the system.' })
  @IsUuid()
  actor_id?: string;

  @OptionalNotNull({ format: 'date-time', description: 'Events at this time or later.' })
  @Satisfies('isTimestamp', isTimestamp, TIMESTAMP_RULE)
  since?: string;

  @OptionalNotNull({ format: 'date-time', description: 'Events before this time.' })
  @Satisfies('isTimestamp', isTimestamp, TIMESTAMP_RULE)
  until?: string;
}

/** Options of the verification of an audit chain. */
export class AuditVerificationQuery {
  @OptionalNotNull({
    type: 'boolean',
    default: false,
    example: true,
    description: 'Reads all events again, including those verified before. This takes long for a long trail.',
  })
  @IsQueryBoolean()
  full: boolean = false;
}

/** An audit event (hub contract 13). */
export class AuditEventView {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.event })
  id: string;

  @ApiProperty({ format: 'date-time' })
  timestamp: string;

  @ApiProperty({
    format: 'uuid',
    example: EXAMPLE_IDS.user,
    description: 'The nil UUID, all zeros, for the system, which has no id.',
  })
  actor_id: string;

  @ApiProperty({ enum: [...ACTOR_TYPES] })
  actor_type: string;

  @ApiProperty({
    example: 'alice@example.com',
    description: 'Verified e-mail address of a user, or else their name; name of a token.',
  })
  actor_name: string;

  @ApiProperty({ example: 'token.created', description: '`<resource>.<verb>`' })
  action: string;

  @ApiProperty({ enum: [...RESOURCE_TYPES], example: 'token' })
  resource_type: ResourceType;

  @ApiProperty({
    format: 'uuid',
    example: EXAMPLE_IDS.token,
    description: 'The nil UUID, all zeros, for an event about nothing that has an id.',
  })
  resource_id: string;

  @ApiProperty({
    example: { token_prefix: 'mcp_tk_Q', resource_kind: 'token' },
    type: 'object',
    additionalProperties: true,
    description:
      'Depends on the action. `resource_kind` is the exact kind of the resource, such as `version`. A change lists the ' +
      'changed fields in `changes`: `{field: {from, to}}`.',
  })
  details: Record<string, unknown>;

  @ApiProperty({ example: '192.0.2.7', description: 'Empty for the system.' })
  ip_address: string;

  @ApiProperty({ example: 'curl/8.5.0' })
  user_agent: string;
}

/** Audit events, newest first. */
export class AuditEventList extends PageInfo {
  @ApiProperty({ type: [AuditEventView] })
  events: AuditEventView[];
}

/** The first broken position of an audit chain. */
export class BrokenAt {
  @ApiProperty({ type: 'integer', description: 'Starts at 1.' })
  position: number;

  @ApiPropertyOptional({ format: 'uuid', description: 'Of the event at that position, if there is one.' })
  id?: string;

  @ApiProperty({
    enum: [...BREAKS],
    description:
      '`missing`: there is no event. `changed`: the event is not the recorded one. `unlinked`: it does not ' +
      'follow the one before. `not_the_end`: the chain ends with another one. `outside`: the chain has no such position.',
  })
  reason: string;
}

/** The result of the verification of an audit chain. */
export class AuditVerification {
  @ApiProperty({ example: true })
  valid: boolean;

  @ApiProperty({
    example: 42,
    type: 'integer',
    description: 'Number of events, from the first one, that are as they were recorded.',
  })
  events: number;

  @ApiProperty({
    example: 1,
    type: 'integer',
    minimum: 1,
    description:
      'This request has read the events from this position on; earlier requests verified those before. 1 if all were ' +
      'read, as in a trail of up to 1000 events or with `full=true`.',
  })
  verified_from: number;

  @ApiPropertyOptional({
    example: '2026-03-02T12:00:00.000Z',
    format: 'date-time',
    description: 'Only if the chain is valid: every event was read and verified at this time or later.',
  })
  complete_since?: string;

  @ApiPropertyOptional({
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    pattern: '^[0-9a-f]{64}$',
    description:
      'Of a valid chain: the hash of its last event, zeros before the first. Kept elsewhere, it shows later that the ' +
      'chain was not rewritten.',
  })
  last_hash?: string;

  @ApiPropertyOptional({ type: BrokenAt, description: 'Only if the chain is not valid.' })
  broken_at?: BrokenAt;
}
