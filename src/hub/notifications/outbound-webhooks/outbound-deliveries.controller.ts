import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '../../../auth/rules/access.decorator.js';
import { Records } from '../../../auth/trail/records.decorator.js';
import { CurrentCaller } from '../../../auth/rules/current-principal.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PathId } from '../../platform/http/path-part.js';
import { DeliveriesQuery, OutboundDeliveryList, OutboundDeliveryView } from './outbound-deliveries.dto.js';
import { OutboundDeliveriesService } from './outbound-deliveries.service.js';

/** `/api/v1/orgs/{orgId}/webhooks/{webhookId}/deliveries`: what was sent to a webhook, and what waits. */
@ApiTags('notifications')
@Controller('api/v1/orgs/:orgId/webhooks/:webhookId/deliveries')
export class OutboundDeliveriesController {
  constructor(private readonly service: OutboundDeliveriesService) {}

  @Get()
  @Access({ kind: 'organization', permission: 'org:edit', enterprise: true })
  @ApiOperation({
    operationId: 'listOutboundDeliveries',
    summary: 'List the deliveries of a webhook',
    description: 'Newest first. Events are deleted 30 days after they happened.',
  })
  @ApiOkResponse({ type: OutboundDeliveryList })
  @HubErrors(400, 401, 403, 404)
  list(
    @PathId('orgId', 'organization') orgId: string,
    @PathId('webhookId', 'webhook') webhookId: string,
    @Query() query: DeliveriesQuery,
  ): Promise<OutboundDeliveryList> {
    return this.service.list({ orgId, webhookId }, query);
  }

  @Post(':deliveryId/redeliver')
  @HttpCode(202)
  @Records('webhook.redelivered')
  @Access({ kind: 'organization', permission: 'org:edit', enterprise: true })
  @ApiOperation({
    operationId: 'redeliverOutboundDelivery',
    summary: 'Send a delivery again',
    description:
      'At once, with the same `webhook-id`, and for three days if that fails. 409 while the webhook is disabled.',
  })
  @ApiAcceptedResponse({ type: OutboundDeliveryView })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  redeliver(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('webhookId', 'webhook') webhookId: string,
    @PathId('deliveryId', 'delivery') deliveryId: string,
  ): Promise<OutboundDeliveryView> {
    return this.service.redeliver(caller, { orgId, webhookId, deliveryId });
  }
}
