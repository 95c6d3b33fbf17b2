import { ApiProperty } from '@nestjs/swagger';

/** The response to a delivery (hub contract 15). */
export class WebhookAnswer {
  @ApiProperty({
    example: '72d3162e-cc78-11e3-81ab-4c9367dc0958',
    description: 'The sender’s id of the delivery, or the digest of its body.',
  })
  delivery_id: string;

  @ApiProperty({
    example: true,
    description:
      'Whether this request had an effect. It has none when the same delivery or body was received before, its event has no effect, or its repository or customer is unknown.',
  })
  accepted: boolean;
}
