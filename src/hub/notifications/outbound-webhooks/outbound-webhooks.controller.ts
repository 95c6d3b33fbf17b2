import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { Access } from '../../../auth/rules/access.decorator.js';
import { Records } from '../../../auth/trail/records.decorator.js';
import { CurrentCaller } from '../../../auth/rules/current-principal.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PageQuery } from '../../platform/http/page.dto.js';
import { PathId } from '../../platform/http/path-part.js';
import { OutboundDeliveryView } from './outbound-deliveries.dto.js';
import { OutboundDeliveriesService } from './outbound-deliveries.service.js';
import {
  ChangeOutboundWebhookRequest,
  CreateOutboundWebhookRequest,
  OutboundWebhookList,
  OutboundWebhookView,
  OutboundWebhookWithSecret,
} from './outbound-webhooks.dto.js';
import { OutboundWebhooksService } from './outbound-webhooks.service.js';

/** `/api/v1/orgs/{orgId}/webhooks`: where an organization has its events sent. */
@ApiTags('notifications')
@Controller('api/v1/orgs/:orgId/webhooks')
export class OutboundWebhooksController {
  constructor(
    private readonly service: OutboundWebhooksService,
    private readonly deliveries: OutboundDeliveriesService,
  ) {}

  @Get()
  @Access({ kind: 'organization', permission: 'org:edit', enterprise: true })
  @ApiOperation({
    operationId: 'listOutboundWebhooks',
    summary: 'List the webhooks of an organization',
    description: 'Oldest first, without their secrets.',
  })
  @ApiOkResponse({ type: OutboundWebhookList })
  @HubErrors(400, 401, 403, 404)
  list(
    @PathId('orgId', 'organization') orgId: string,
    @Query() page: PageQuery,
  ): Promise<OutboundWebhookList> {
    return this.service.list(orgId, page);
  }

  @Post()
  @Records('webhook.created')
  @Access({ kind: 'organization', permission: 'org:edit', enterprise: true })
  @ApiOperation({
    operationId: 'createOutboundWebhook',
    summary: 'Create a webhook',
    description:
      'Only this response shows the secret. Events are sent as Standard Webhooks: JSON that is signed in ' +
      '`webhook-signature`. 409 when the organization has 20 webhooks.',
  })
  @ApiCreatedResponse({ type: OutboundWebhookWithSecret })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  create(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @Body() request: CreateOutboundWebhookRequest,
  ): Promise<OutboundWebhookWithSecret> {
    return this.service.create(caller, orgId, request);
  }

  @Get(':webhookId')
  @Access({ kind: 'organization', permission: 'org:edit', enterprise: true })
  @ApiOperation({
    operationId: 'getOutboundWebhook',
    summary: 'Get a webhook',
    description: '404 for webhooks of other organizations.',
  })
  @ApiOkResponse({ type: OutboundWebhookView })
  @HubErrors(401, 403, 404)
  get(
    @PathId('orgId', 'organization') orgId: string,
    @PathId('webhookId', 'webhook') webhookId: string,
  ): Promise<OutboundWebhookView> {
    return this.service.get({ orgId, webhookId });
  }

  @Put(':webhookId')
  @Records('webhook.updated')
  @Access({ kind: 'organization', permission: 'org:edit', enterprise: true })
  @ApiOperation({
    operationId: 'changeOutboundWebhook',
    summary: 'Change a webhook',
    description:
      'Fields that are left out stay as they are. Enabling a webhook sends what still waits for it; its secret stays.',
  })
  @ApiOkResponse({ type: OutboundWebhookView })
  @HubErrors(400, 401, 403, 404, 413, 415)
  change(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('webhookId', 'webhook') webhookId: string,
    @Body() request: ChangeOutboundWebhookRequest,
  ): Promise<OutboundWebhookView> {
    return this.service.change(caller, { orgId, webhookId }, request);
  }

  @Delete(':webhookId')
  @HttpCode(204)
  @Records('webhook.deleted')
  @Access({ kind: 'organization', permission: 'org:edit', enterprise: true })
  @ApiOperation({
    operationId: 'deleteOutboundWebhook',
    summary: 'Delete a webhook',
    description: 'Its deliveries are deleted with it, also those that wait.',
  })
  @ApiNoContentResponse({ description: 'Deleted.' })
  @HubErrors(400, 401, 403, 404, 413, 415)
  remove(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('webhookId', 'webhook') webhookId: string,
  ): Promise<void> {
    return this.service.remove(caller, { orgId, webhookId });
  }

  @Post(':webhookId/rotate')
  @HttpCode(200)
  @Records('webhook.rotated')
  @Access({ kind: 'organization', permission: 'org:edit', enterprise: true })
  @ApiOperation({
    operationId: 'rotateOutboundWebhookSecret',
    summary: 'Give a webhook a new secret',
    description:
      'Only this response shows it. For 24 hours, what is sent is signed with the secret before, too.',
  })
  @ApiOkResponse({ type: OutboundWebhookWithSecret })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  rotate(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('webhookId', 'webhook') webhookId: string,
  ): Promise<OutboundWebhookWithSecret> {
    return this.service.rotate(caller, { orgId, webhookId });
  }

  @Post(':webhookId/test')
  @HttpCode(202)
  @Records('webhook.tested')
  @Access({ kind: 'organization', permission: 'org:edit', enterprise: true })
  @ApiOperation({
    operationId: 'testOutboundWebhook',
    summary: 'Send a test event to a webhook',
    description: 'An event `webhook.test`, whatever the webhook asks for. 409 while it is disabled.',
  })
  @ApiAcceptedResponse({ type: OutboundDeliveryView })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  test(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('webhookId', 'webhook') webhookId: string,
  ): Promise<OutboundDeliveryView> {
    return this.deliveries.test(caller, { orgId, webhookId });
  }
}
