import { ApiProperty } from '@nestjs/swagger';

/** The answer to a delivery (hub contract 15). */
export class WebhookAnswer {
  @ApiProperty({
    example: '72d3162e-cc78-11e3-81ab-4c9367dc0958',
    description: 'The sender’s name for the delivery, or the digest of its body.',
  })
  delivery_id: string;

  @ApiProperty({
    example: true,
    description:
      'Whether this request had an effect. It has none when it is the same delivery or the same body again, is about nothing that has an effect, or is about a repository or customer that nobody here has.',
  })
  accepted: boolean;
}
