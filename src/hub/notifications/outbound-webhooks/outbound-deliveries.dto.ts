import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { OptionalNotNull } from '../../../common/http/validators.js';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import { PageInfo, PageQuery } from '../../platform/http/page.dto.js';
import { DELIVERY_STATUSES, EVENT_TYPES, TEST_EVENT, type DeliveryStatus } from './outbound-values.js';

/** Which deliveries to list. */
export class DeliveriesQuery extends PageQuery {
  @OptionalNotNull({ enum: [...DELIVERY_STATUSES], description: 'All without it.' })
  @IsIn(DELIVERY_STATUSES)
  status?: DeliveryStatus;
}

/** An event on its way to a webhook. */
export class OutboundDeliveryView {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.delivery })
  id: string;

  @ApiProperty({
    format: 'uuid',
    example: EXAMPLE_IDS.event,
    description: 'Header `webhook-id`, the same in every attempt and for every webhook.',
  })
  event_id: string;

  @ApiProperty({ enum: [...EVENT_TYPES, TEST_EVENT], example: 'version.new' })
  type: string;

  @ApiProperty({
    enum: [...DELIVERY_STATUSES],
    example: 'PENDING',
    description: '`DEAD` if it is not tried any more; it can be sent again.',
  })
  status: string;

  @ApiProperty({ type: 'integer', example: 1, description: 'Attempts since it was created or sent again.' })
  attempts: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Null unless it is pending.',
  })
  next_attempt_at: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_attempt_at: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 503,
    description: 'HTTP status of the last attempt; null without an answer.',
  })
  response_status: number | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'the receiver answered with HTTP 503',
    description: 'Why the last attempt failed.',
  })
  error: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  delivered_at: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

/** Deliveries of a webhook, newest first. */
export class OutboundDeliveryList extends PageInfo {
  @ApiProperty({ type: [OutboundDeliveryView] })
  deliveries: OutboundDeliveryView[];
}
