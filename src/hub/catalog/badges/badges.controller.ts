import { Controller, Delete, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { Access } from '../../../auth/rules/access.decorator.js';
import { Records } from '../../../auth/trail/records.decorator.js';
import { CurrentCaller } from '../../../auth/rules/current-principal.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PathId } from '../../platform/http/path-part.js';
import { BadgeAddress, BadgeQuery } from './badges.dto.js';
import { BadgesService } from './badges.service.js';

const SVG = 'image/svg+xml';

// Sites that show a picture ask again after five minutes.
const CACHED = 'max-age=300';

/** Badges of MCPs, for their documentation. */
@ApiTags('catalog')
@Controller('api/v1')
export class BadgesController {
  constructor(private readonly service: BadgesService) {}

  @Get('mcps/:mcpId/badge.svg')
  @Access({ kind: 'public' })
  @ApiOperation({
    operationId: 'getBadge',
    summary: 'Get the badge of an MCP',
    description:
      'The certification level and the score of the newest version that is not revoked, as a picture. ' +
      '404 for an MCP that the caller may not see, unless the address has the key of its badge.',
  })
  @ApiOkResponse({
    description: 'The picture.',
    content: { [SVG]: { schema: { type: 'string', format: 'binary' } } },
  })
  @HubErrors(400, 401, 404)
  async svg(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('mcpId', 'MCP') mcpId: string,
    @Query() { key }: BadgeQuery,
    @Res() res: Response,
  ): Promise<void> {
    const picture = await this.service.svg(caller, mcpId, key);
    const isPublic = caller.kind === 'anonymous' && key === undefined;
    res.setHeader('Cache-Control', `${isPublic ? 'public' : 'private'}, ${CACHED}`);
    res.vary('Authorization');
    res.type(SVG).send(picture);
  }

  @Post('orgs/:orgId/mcps/:mcpId/badge')
  @Records('mcp.badge_created')
  @Access({ kind: 'organization', permission: 'mcp:write' })
  @ApiOperation({
    operationId: 'createBadge',
    summary: 'Make an address for the badge of a private MCP',
    description: 'An earlier address of the badge no longer works. Public MCPs need none.',
  })
  @ApiCreatedResponse({ type: BadgeAddress })
  @HubErrors(400, 401, 403, 404, 413, 415)
  create(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('mcpId', 'MCP') mcpId: string,
  ): Promise<BadgeAddress> {
    return this.service.address(caller, { orgId, mcpId });
  }

  @Delete('orgs/:orgId/mcps/:mcpId/badge')
  @HttpCode(204)
  @Records('mcp.badge_deleted')
  @Access({ kind: 'organization', permission: 'mcp:write' })
  @ApiOperation({
    operationId: 'deleteBadge',
    summary: 'Delete the address of the badge of an MCP',
    description: '404 for MCPs of other organizations, and without an address.',
  })
  @ApiNoContentResponse({ description: 'Deleted.' })
  @HubErrors(400, 401, 403, 404, 413, 415)
  remove(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('mcpId', 'MCP') mcpId: string,
  ): Promise<void> {
    return this.service.remove(caller, { orgId, mcpId });
  }
}
