import { applyDecorators, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import { IncomingRaw, type RawRequest } from '../../common/http/raw-body.js';
import { StreamBody } from '../../common/http/request-body.js';
import { HubAccess } from '../../access/hub-access.decorator.js';
import { HubErrors } from '../http/hub-responses.js';
import { DeliveryReader } from './delivery-reader.js';
import { EXAMPLE_PAYLOADS } from './example-payloads.js';
import { WebhookAnswer } from './webhooks.dto.js';
import { WebhooksService } from './webhooks.service.js';

const MAX_BYTES = 5 * 1024 * 1024;

/** What every webhook has in common; `header` is what its sender vouches for it with. */
const Webhook = (
  operationId: string,
  sender: string,
  [header, vouches]: readonly [name: string, description: string],
  example: object,
): MethodDecorator =>
  applyDecorators(
    HttpCode(202),
    StreamBody(),
    HubAccess({ kind: 'open', because: `${header} says that ${sender} sends it` }),
    ApiOperation({
      operationId,
      summary: `Receive an event from ${sender}`,
      description: `${sender} signs it in \`${header}\`; 401 when that does not match. The same delivery or body again has no second effect.`,
    }),
    ApiHeader({ name: header, required: true, description: vouches }),
    ApiBody({
      schema: {
        type: 'object',
        additionalProperties: true,
        example,
        description: `At most ${MAX_BYTES} bytes, as ${sender} sends it.`,
      },
    }),
    ApiAcceptedResponse({ type: WebhookAnswer }),
    HubErrors(400, 401, 413, 415),
  );

/** `/api/v1/webhooks`: what other services tell the hub. */
@ApiTags('webhooks')
@Controller('api/v1/webhooks')
export class WebhooksController {
  constructor(
    private readonly deliveries: DeliveryReader,
    private readonly service: WebhooksService,
  ) {}

  @Post('github')
  @Webhook(
    'githubWebhook',
    'GitHub',
    ['X-Hub-Signature-256', '`sha256=` and the HMAC-SHA256 of the body in hex.'],
    EXAMPLE_PAYLOADS.github,
  )
  async github(@IncomingRaw(MAX_BYTES) request: RawRequest): Promise<WebhookAnswer> {
    return this.service.receive(await this.deliveries.read('github', request));
  }

  @Post('gitlab')
  @Webhook('gitlabWebhook', 'GitLab', ['X-Gitlab-Token', 'The shared token.'], EXAMPLE_PAYLOADS.gitlab)
  async gitlab(@IncomingRaw(MAX_BYTES) request: RawRequest): Promise<WebhookAnswer> {
    return this.service.receive(await this.deliveries.read('gitlab', request));
  }

  @Post('bitbucket')
  @Webhook(
    'bitbucketWebhook',
    'Bitbucket',
    ['X-Hub-Signature', '`sha256=` and the HMAC-SHA256 of the body in hex.'],
    EXAMPLE_PAYLOADS.bitbucket,
  )
  async bitbucket(@IncomingRaw(MAX_BYTES) request: RawRequest): Promise<WebhookAnswer> {
    return this.service.receive(await this.deliveries.read('bitbucket', request));
  }

  @Post('stripe')
  @Webhook(
    'stripeWebhook',
    'Stripe',
    [
      'Stripe-Signature',
      '`t=<Unix time>,v1=<hex>`: the HMAC-SHA256 of the time, a dot and the body. The time is at most 300 seconds off.',
    ],
    EXAMPLE_PAYLOADS.stripe,
  )
  async stripe(@IncomingRaw(MAX_BYTES) request: RawRequest): Promise<WebhookAnswer> {
    return this.service.receive(await this.deliveries.read('stripe', request));
  }
}
