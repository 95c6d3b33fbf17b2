import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { EXAMPLE_IDS } from '../../common/openapi/example-ids.js';
import { IsText, OptionalNotNull } from '../../common/http/validators.js';
import { ACTOR_TYPES, type ActorType } from '../../hub/audit/events/actor.js';
import { AuditEventView } from '../../hub/audit/events/audit-events.dto.js';
import { RESOURCE_TYPES, type ResourceType } from '../../auth/trail/resource-types.js';
import { GrcListInfo, GrcListQuery, OptionalDate } from '../http/grc-query.dto.js';

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

  @OptionalNotNull({ enum: [...RESOURCE_TYPES] })
  @IsIn(RESOURCE_TYPES)
  resource_type?: ResourceType;

  @OptionalDate('The first day, in UTC.')
  from?: string;

  @OptionalDate('The last day, in UTC.')
  to?: string;
}

/** An audit event (hub contract 34), with its links in the chain. */
export class GrcAuditEvent extends AuditEventView {
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
    description:
      'SHA-256 of the canonical JSON of the event, as exports contain it, and of the hash before. There, the kind of the ' +
      'resource is its type, and not among the details.',
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
