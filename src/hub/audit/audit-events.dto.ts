import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsText, IsUuid, OptionalNotNull, Satisfies } from '../../common/http/validators.js';
import { isTimestamp, TIMESTAMP_RULE } from '../../common/values/timestamp.js';
import { PageInfo, PageQuery } from '../page.dto.js';
import { ACTOR_TYPES } from './audit-event.js';
import { BREAKS } from './chain-verification.js';

const MAX_ACTION_LENGTH = 100;

/** Hub spec, Audit event filters. */
export class AuditEventQuery extends PageQuery {
  @OptionalNotNull({ maxLength: MAX_ACTION_LENGTH, example: 'organization.updated' })
  @IsText(1, MAX_ACTION_LENGTH)
  action?: string;

  @OptionalNotNull({ format: 'uuid', description: 'Who did it.' })
  @IsUuid()
  actor_id?: string;

  @OptionalNotNull({ format: 'date-time', description: 'From this moment on.' })
  @Satisfies('isTimestamp', isTimestamp, TIMESTAMP_RULE)
  since?: string;

  @OptionalNotNull({ format: 'date-time', description: 'Before this moment.' })
  @Satisfies('isTimestamp', isTimestamp, TIMESTAMP_RULE)
  until?: string;
}

/** GRC spec, Audit event. */
export class AuditEventView {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'date-time' })
  timestamp: string;

  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'Null for the system.' })
  actor_id: string | null;

  @ApiProperty({ enum: [...ACTOR_TYPES] })
  actor_type: string;

  @ApiProperty({ example: 'alice@example.com', description: 'E-mail address of a user, name of a token.' })
  actor_name: string;

  @ApiProperty({ example: 'token.created', description: '`<resource>.<verb>`' })
  action: string;

  @ApiProperty({ example: 'token' })
  resource_type: string;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  resource_id: string | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description:
      'Depends on the action. What a change has made different is in `changes`: `{field: {from, to}}`.',
  })
  details: Record<string, unknown>;

  @ApiProperty({ example: '192.0.2.7' })
  ip_address: string;

  @ApiProperty()
  user_agent: string;
}

/** Audit events, the newest first. */
export class AuditEventList extends PageInfo {
  @ApiProperty({ type: [AuditEventView] })
  events: AuditEventView[];
}

/** The first place where a chain is not as it was recorded. */
export class BrokenAt {
  @ApiProperty({ type: 'integer', description: 'From 1 on.' })
  position: number;

  @ApiPropertyOptional({ format: 'uuid', description: 'Of the event that is there now, if one is.' })
  id?: string;

  @ApiProperty({
    enum: [...BREAKS],
    description:
      '`missing`: the event is gone. `changed`: it is not the one that was recorded there. `unlinked`: it does not ' +
      'follow the one before. `not_the_end`: the chain ends with another one. `outside`: the chain has no such place.',
  })
  reason: string;
}

/** Whether a chain of audit events is as it was recorded. */
export class AuditVerification {
  @ApiProperty()
  valid: boolean;

  @ApiProperty({
    type: 'integer',
    description: 'How many events, from the first on, are as they were recorded.',
  })
  events: number;

  @ApiPropertyOptional({
    pattern: '^[0-9a-f]{64}$',
    description:
      'Of a valid chain: the hash of its last event, zeros before the first. Kept elsewhere, it shows later that the ' +
      'chain was not written anew.',
  })
  last_hash?: string;

  @ApiPropertyOptional({ type: BrokenAt, description: 'Of a chain that is not valid.' })
  broken_at?: BrokenAt;
}
