import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import { IsBoolean } from 'class-validator';
import { OnlyKnownFields } from '../../../common/http/known-fields.js';
import { IsUuid, OptionalNotNull } from '../../../common/http/validators.js';
import { PageInfo, PageQuery } from '../../platform/http/page.dto.js';

/** Which secrets to list. */
export class SourceSecretsQuery extends PageQuery {
  @OptionalNotNull({ format: 'uuid' })
  @IsUuid()
  mcp_id?: string;
}

/** What happens to the secret that the MCP has. */
@OnlyKnownFields()
export class SourceSecretRequest {
  @OptionalNotNull({
    type: Boolean,
    default: false,
    description: 'Whether the secret before counts too for 24 hours, so that the sender can change.',
  })
  @IsBoolean()
  keep_previous?: boolean;
}

/** The webhook secret of an MCP, without its value. */
export class SourceSecretView {
  @ApiProperty({ format: 'uuid' })
  mcp_id: string;

  @ApiProperty({ example: 'acme/files' })
  mcp_name: string;

  @ApiProperty({ format: 'uuid', type: String, nullable: true })
  org_id: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ example: EXAMPLE_IDS.user, format: 'uuid', description: 'The user who made it.' })
  created_by: string;

  @ApiProperty({
    format: 'date-time',
    type: String,
    nullable: true,
    description: 'Until when the secret before counts too; null if it does not.',
  })
  old_secret_until: string | null;
}

/** The new webhook secret of an MCP. */
export class SourceSecretWithValue extends SourceSecretView {
  @ApiProperty({
    example: 'whsec_…',
    description: 'Only this response shows it.',
  })
  secret: string;
}

export class SourceSecretList extends PageInfo {
  @ApiProperty({ type: [SourceSecretView] })
  webhook_secrets: SourceSecretView[];
}
