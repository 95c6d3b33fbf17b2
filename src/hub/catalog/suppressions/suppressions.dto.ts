import { ApiProperty } from '@nestjs/swagger';
import { OnlyKnownFields } from '../../../common/http/known-fields.js';
import { IsText, IsUuid, Required, Satisfies } from '../../../common/http/validators.js';
import { isTimestamp, TIMESTAMP_RULE } from '../../../common/values/timestamp.js';
import { ACTOR_TYPES } from '../../audit/events/actor.js';
import { FINDING_STATUSES } from '../findings/finding-status.js';
import { PageInfo } from '../../platform/http/page.dto.js';
import { SEVERITIES } from '../mcps/mcp-values.js';

const REASON_LENGTH = 1000;
const EXAMPLE_REASON = 'The tool runs in a container without network access.';
const EXAMPLE_FINDING = '0b9f5a1e-7c3d-4e2f-8a61-5d4c3b2a1f09';

/** A finding to accept for a while (hub contract 27). */
@OnlyKnownFields()
export class CreateSuppressionRequest {
  @Required({ format: 'uuid', example: EXAMPLE_FINDING })
  @IsUuid()
  finding_id: string;

  @Required({ maxLength: REASON_LENGTH, example: EXAMPLE_REASON })
  @IsText(1, REASON_LENGTH)
  reason: string;

  @Required({ format: 'date-time', description: 'In the future, at most a year away.' })
  @Satisfies('isTimestamp', isTimestamp, TIMESTAMP_RULE)
  expires_at: string;
}

/** Who accepted a finding. */
export class SuppressionAuthor {
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  id: string | null;

  @ApiProperty({ enum: [...ACTOR_TYPES] })
  type: string;

  @ApiProperty({ example: 'alice@example.com' })
  name: string;
}

/** A finding that an organization accepts until a time. */
export class SuppressionView {
  @ApiProperty({ format: 'uuid', example: 'a9c1e3f5-7b8d-4f0a-9c2e-4f6a8b0c2de4' })
  id: string;

  @ApiProperty({ format: 'uuid', example: EXAMPLE_FINDING })
  finding_id: string;

  @ApiProperty({ format: 'uuid' })
  mcp_id: string;

  @ApiProperty({ example: 'acme/files' })
  mcp_name: string;

  @ApiProperty({ example: 'MCP-A001' })
  rule_id: string;

  @ApiProperty({ example: 'A shell command contains text from the client' })
  title: string;

  @ApiProperty({ enum: [...SEVERITIES] })
  severity: string;

  @ApiProperty({ enum: [...FINDING_STATUSES] })
  finding_status: string;

  @ApiProperty({ example: EXAMPLE_REASON })
  reason: string;

  @ApiProperty({ type: SuppressionAuthor })
  author: SuppressionAuthor;

  @ApiProperty({ example: false })
  expired: boolean;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;
}

/** A page of the suppressions of an organization, newest first. */
export class SuppressionList extends PageInfo {
  @ApiProperty({ type: [SuppressionView] })
  suppressions: SuppressionView[];
}
