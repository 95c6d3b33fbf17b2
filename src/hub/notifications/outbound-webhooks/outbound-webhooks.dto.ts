import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsBoolean, IsIn } from 'class-validator';
import { IsLabel, IsText, OptionalNotNull, Required } from '../../../common/http/validators.js';
import { PartialType } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import { PageInfo } from '../../platform/http/page.dto.js';
import { DISABLED_REASONS, EVENT_TYPES, type EventType } from './outbound-values.js';

const URL_LENGTH = 2048;
const DESCRIPTION_LENGTH = 500;
const EXAMPLE_URL = 'https://hooks.example.com/mcp-hub';

/** A new webhook (hub contract 32). */
export class CreateOutboundWebhookRequest {
  @Required({
    maxLength: URL_LENGTH,
    example: EXAMPLE_URL,
    description: 'Begins with https, and its host has public addresses only.',
  })
  @IsText(1, URL_LENGTH)
  url: string;

  @Required({
    enum: [...EVENT_TYPES],
    isArray: true,
    minItems: 1,
    maxItems: EVENT_TYPES.length,
    uniqueItems: true,
    example: ['version.new', 'gate.failed'],
    description: 'The types of events that are sent to it.',
  })
  @IsIn(EVENT_TYPES, { each: true })
  @ArrayUnique()
  @ArrayMinSize(1)
  @ArrayMaxSize(EVENT_TYPES.length)
  @IsArray()
  events: EventType[];

  @OptionalNotNull({ maxLength: DESCRIPTION_LENGTH, default: '', example: 'Alerts of the security team' })
  @IsLabel(DESCRIPTION_LENGTH)
  description?: string;

  @OptionalNotNull({ default: true })
  @IsBoolean()
  enabled?: boolean;
}

/** Changes of a webhook; omitted fields stay. */
export class ChangeOutboundWebhookRequest extends PartialType(CreateOutboundWebhookRequest, {
  skipNullProperties: false,
}) {}

/** A webhook in responses, without its secret. */
export class OutboundWebhookView {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.webhook })
  id: string;

  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.org })
  org_id: string;

  @ApiProperty({ example: EXAMPLE_URL })
  url: string;

  @ApiProperty({ enum: [...EVENT_TYPES], isArray: true, example: ['version.new', 'gate.failed'] })
  events: string[];

  @ApiProperty({ example: 'Alerts of the security team' })
  description: string;

  @ApiProperty({ example: false })
  enabled: boolean;

  @ApiProperty({
    enum: [...DISABLED_REASONS],
    type: String,
    nullable: true,
    example: 'gone',
    description:
      'Why the hub has disabled it: `gone` after an answer 410, `failing` when nothing was delivered for three days.',
  })
  disabled_reason: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'The last successful delivery.',
  })
  last_success_at: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Until then, the secret before the last rotation signs too.',
  })
  old_secret_until: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

/** The webhooks of an organization, oldest first. */
export class OutboundWebhookList extends PageInfo {
  @ApiProperty({ type: [OutboundWebhookView] })
  webhooks: OutboundWebhookView[];
}

/** A webhook with its new secret, which no other response shows. */
export class OutboundWebhookWithSecret extends OutboundWebhookView {
  @ApiProperty({ example: 'whsec_…', description: 'Signs what is sent. Shown only in this response.' })
  secret: string;
}
