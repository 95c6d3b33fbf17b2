import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { isOrganizationSlug } from '../../../common/values/names.js';
import { CurrentCaller } from '../../../auth/rules/current-principal.js';
import { Access } from '../../../auth/rules/access.decorator.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PageQuery } from '../../platform/http/page.dto.js';
import { PathPart } from '../../platform/http/path-part.js';
import { McpVersionList } from './mcp-versions.dto.js';
import { McpVersionsService } from './mcp-versions.service.js';
import { McpDetail } from './mcps.dto.js';
import { isMcpSlug } from './mcp-name.js';
import { McpsService } from './mcps.service.js';

/**
 * `/api/v1/mcps/{owner}/{slug}`: MCPs by name (hub contract 9). These routes must follow those by id, because
 * `/mcps/{mcpId}/versions` has the same form.
 */
@ApiTags('catalog')
@Controller('api/v1/mcps/:owner/:slug')
export class NamedMcpsController {
  constructor(
    private readonly mcps: McpsService,
    private readonly versions: McpVersionsService,
  ) {}

  @Get()
  @Access({ kind: 'public' })
  @ApiOperation({
    operationId: 'getMcpByName',
    summary: 'Get an MCP by its name',
    description: 'The same as by id. Names match regardless of case.',
  })
  @ApiOkResponse({ type: McpDetail })
  @HubErrors(401, 404)
  get(
    @CurrentCaller() caller: HubPrincipal,
    @PathPart('owner', 'MCP', isOrganizationSlug, { example: 'acme' }) owner: string,
    @PathPart('slug', 'MCP', isMcpSlug, { example: 'files' }) slug: string,
  ): Promise<McpDetail> {
    return this.mcps.getNamed(caller, { owner, slug });
  }

  @Get('versions')
  @Access({ kind: 'public' })
  @ApiOperation({
    operationId: 'listMcpVersionsByName',
    summary: 'List the versions of an MCP by its name',
    description: 'The same as by id: newest first, of any status.',
  })
  @ApiOkResponse({ type: McpVersionList })
  @HubErrors(400, 401, 404)
  list(
    @CurrentCaller() caller: HubPrincipal,
    @PathPart('owner', 'MCP', isOrganizationSlug, { example: 'acme' }) owner: string,
    @PathPart('slug', 'MCP', isMcpSlug, { example: 'files' }) slug: string,
    @Query() query: PageQuery,
  ): Promise<McpVersionList> {
    return this.versions.listNamed(caller, { owner, slug }, query);
  }
}
