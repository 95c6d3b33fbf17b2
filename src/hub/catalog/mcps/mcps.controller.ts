import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../auth/rules/current-principal.js';
import { Access } from '../../../auth/rules/access.decorator.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PathId } from '../../platform/http/path-part.js';
import { CatalogFacets, FacetsQuery } from './catalog-facets.dto.js';
import { CatalogFacetsService } from './catalog-facets.service.js';
import { CatalogQuery, McpDetail, McpList } from './mcps.dto.js';
import { McpsService } from './mcps.service.js';

/** `/api/v1/mcps`: the catalog. */
@ApiTags('catalog')
@Controller('api/v1/mcps')
export class McpsController {
  constructor(
    private readonly service: McpsService,
    private readonly facetsService: CatalogFacetsService,
  ) {}

  @Get()
  @Access({ kind: 'public' })
  @ApiOperation({
    operationId: 'listMcps',
    summary: 'List or search the catalog',
    description:
      'Public MCPs, and the private ones of the caller’s organizations. Filters and scores are about newest versions.',
  })
  @ApiOkResponse({ type: McpList })
  @HubErrors(400, 401)
  list(@CurrentCaller() caller: HubPrincipal, @Query() query: CatalogQuery): Promise<McpList> {
    return this.service.list(caller, query);
  }

  // Before `:mcpId`, which would match it.
  @Get('facets')
  @Access({ kind: 'public' })
  @ApiOperation({
    operationId: 'getCatalogFacets',
    summary: 'Count the MCPs of the catalog by what they can be filtered by',
    description:
      'Of those that the list shows with the same search and filters. Each facet ignores its own filter, so that it shows ' +
      'what choosing another value would find. The counts are up to ten seconds old.',
  })
  @ApiOkResponse({ type: CatalogFacets })
  @HubErrors(400, 401)
  facets(@CurrentCaller() caller: HubPrincipal, @Query() query: FacetsQuery): Promise<CatalogFacets> {
    return this.facetsService.of(caller, query);
  }

  @Get(':mcpId')
  @Access({ kind: 'public' })
  @ApiOperation({
    operationId: 'getMcp',
    summary: 'Get an MCP',
    description:
      'With the latest snapshot of its newest version. 404 for private MCPs of other organizations.',
  })
  @ApiOkResponse({ type: McpDetail })
  @HubErrors(401, 404)
  get(@CurrentCaller() caller: HubPrincipal, @PathId('mcpId', 'MCP') mcpId: string): Promise<McpDetail> {
    return this.service.get(caller, mcpId);
  }
}
