import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import { IsText, OptionalNotNull } from '../../../common/http/validators.js';
import { ACTOR_TYPES, type ActorType } from '../../audit/actor.js';
import { GrcListInfo, GrcListQuery, OptionalDate } from '../http/grc-query.dto.js';

/** The types of resources that the filter knows. */
export const GRC_RESOURCE_TYPES = ['mcp', 'policy', 'member', 'token'] as const;

const MAX_ACTION_LENGTH = 100;
const EXAMPLE_HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const HASH = '^[0-9a-f]{64}$';

/** Filter for the audit events of an organization. */
export class GrcAuditEventQuery extends GrcListQuery {
  @OptionalNotNull({ maxLength: MAX_ACTION_LENGTH, example: 'policy.updated' })
  @IsText(1, MAX_ACTION_LENGTH)
  action?: string;

  @OptionalNotNull({ enum: [...ACTOR_TYPES] })
  @IsIn(ACTOR_TYPES)
  actor_type?: ActorType;

  @OptionalNotNull({ enum: [...GRC_RESOURCE_TYPES], description: 'All types without it, also others.' })
  @IsIn(GRC_RESOURCE_TYPES)
  resource_type?: (typeof GRC_RESOURCE_TYPES)[number];

  @OptionalDate('The first day, in UTC.')
  from?: string;

  @OptionalDate('The last day, in UTC.')
  to?: string;
}

/** An audit event (hub contract 34). */
export class GrcAuditEvent {
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

  @ApiProperty({ example: 'policy.updated', description: '`<resource>.<verb>`' })
  action: string;

  @ApiProperty({ example: 'policy', description: '`mcp`, `policy`, `member`, `token`, or another one.' })
  resource_type: string;

  @ApiProperty({
    format: 'uuid',
    example: EXAMPLE_IDS.policy,
    description: 'The nil UUID, all zeros, for an event about nothing that has an id.',
  })
  resource_id: string;

  @ApiProperty({
    example: { changes: { priority: { from: 10, to: 20 } } },
    type: 'object',
    additionalProperties: true,
    description: 'Depends on the action.',
  })
  details: Record<string, unknown>;

  @ApiProperty({ example: '192.0.2.7', description: 'Empty for the system.' })
  ip_address: string;

  @ApiProperty({ example: 'curl/8.5.0' })
  user_agent: string;

  @ApiProperty({
    format: 'uuid',
    example: EXAMPLE_IDS.org,
    description: 'The chain of the event: the id of the organization.',
  })
  chain_id: string;

  @ApiProperty({ type: 'integer', minimum: 1, example: 42, description: 'In the chain.' })
  position: number;

  @ApiProperty({ pattern: HASH, example: EXAMPLE_HASH, description: 'Hash of the event before.' })
  previous_hash: string;

  @ApiProperty({
    pattern: HASH,
    example: EXAMPLE_HASH,
    description: 'SHA-256 of the canonical JSON of the event, as exports contain it, and of the hash before.',
  })
  hash: string;
}

/** Audit events, newest first. */
export class GrcAuditEventList extends GrcListInfo {
  @ApiProperty({ type: [GrcAuditEvent] })
  events: GrcAuditEvent[];
}

/** The fields of a table of audit events. */
export const AUDIT_EVENT_COLUMNS = [
  'id',
  'timestamp',
  'actor_id',
  'actor_type',
  'actor_name',
  'action',
  'resource_type',
  'resource_id',
  'details',
  'ip_address',
  'user_agent',
  'chain_id',
  'position',
  'previous_hash',
  'hash',
] as const satisfies readonly (keyof GrcAuditEvent)[];
