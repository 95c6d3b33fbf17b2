import { applyDecorators, Controller, HttpCode, Post, type Type } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import { IncomingRaw, type RawRequest } from '../../../common/http/raw-body.js';
import { StreamBody } from '../../../common/http/request-body.js';
import { Access } from '../../../auth/rules/access.decorator.js';
import { Records, RecordsNothing } from '../../../auth/trail/records.decorator.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { DeliveryReader } from './delivery-reader.js';
import type { WebhookProviderName } from './providers/webhook-provider.js';
import { WEBHOOK_PROVIDER_NAMES, WEBHOOK_PROVIDERS } from './providers/webhook-providers.js';
import { WebhookAnswer } from './webhooks.dto.js';
import { WebhooksService } from './webhooks.service.js';

const FOLLOWED_BY_ANALYSIS =
  'the versions that the code host has then are version.ingested, with the delivery';

const MAX_BYTES = 5 * 1024 * 1024;

/** The route of a provider's webhook, and its OpenAPI documentation. */
function Webhook(name: WebhookProviderName): MethodDecorator {
  const { title, signature, records, example } = WEBHOOK_PROVIDERS[name];
  const { header, description } = signature;
  return applyDecorators(
    Post(name),
    HttpCode(202),
    StreamBody(),
    Access({ kind: 'open', because: `${header} authenticates ${title}` }),
    records === undefined ? RecordsNothing(FOLLOWED_BY_ANALYSIS) : Records(records),
    ApiOperation({
      operationId: `${name}Webhook`,
      summary: `Receive an event from ${title}`,
      description: `${title} authenticates itself with \`${header}\`; 401 if it is missing or wrong. A repeated delivery or body has no second effect.`,
    }),
    ApiHeader({ name: header, required: true, description }),
    ApiBody({
      schema: {
        type: 'object',
        additionalProperties: true,
        example,
        description: `The payload of ${title}, at most ${MAX_BYTES} bytes.`,
      },
    }),
    ApiAcceptedResponse({ type: WebhookAnswer }),
    HubErrors(400, 401, 413, 415),
  );
}

/**
 * A controller for the webhook of one provider. Nest reads routes from classes, so each provider needs its own class.
 */
function webhookController(name: WebhookProviderName): Type {
  @ApiTags('webhooks')
  @Controller('api/v1/webhooks')
  class WebhookController {
    constructor(
      private readonly deliveries: DeliveryReader,
      private readonly service: WebhooksService,
    ) {}

    @Webhook(name)
    async receive(@IncomingRaw(MAX_BYTES) request: RawRequest): Promise<WebhookAnswer> {
      return this.service.receive(await this.deliveries.read(name, request));
    }
  }
  return WebhookController;
}

/** `/api/v1/webhooks/{provider}`: events from other services, with one controller for each provider. */
export const WEBHOOK_CONTROLLERS: Type[] = WEBHOOK_PROVIDER_NAMES.map(webhookController);
