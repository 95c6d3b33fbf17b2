import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { currentDate } from '../../../common/values/clock.js';
import type { HubRule } from '../../../auth/rules/access-rule.js';
import { Access } from '../../../auth/rules/access.decorator.js';
import { FrameworkCompliance } from '../posture/compliance.dto.js';
import { ComplianceService } from '../posture/compliance.service.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PageQuery } from '../../platform/http/page.dto.js';
import { PathId } from '../../platform/http/path-part.js';
import { OrgControls } from './org-controls.dto.js';
import { OrgControlsService } from './org-controls.service.js';
import { OrgFindingList, OrgFindingQuery } from './org-findings.dto.js';
import { OrgFindingsService } from './org-findings.service.js';
import { OrgMcpList, OrgMcpQuery } from './org-mcps.dto.js';
import { OrgMcpsService } from './org-mcps.service.js';
import { OrganizationPosture, PostureQuery } from './org-posture.dto.js';
import { OrgPostureService } from './org-posture.service.js';

const MEMBERS = { kind: 'organization', permission: 'mcp:read' } as const satisfies HubRule;

/** `/api/v1/orgs/{orgId}`: the security of an organization's MCPs, for its members. */
@ApiTags('security')
@Controller('api/v1/orgs/:orgId')
export class OrgSecurityController {
  constructor(
    private readonly postures: OrgPostureService,
    private readonly findingLists: OrgFindingsService,
    private readonly frameworks: ComplianceService,
    private readonly matrices: OrgControlsService,
    private readonly mcpLists: OrgMcpsService,
  ) {}

  @Get('risk-posture')
  @Access(MEMBERS)
  @ApiOperation({
    operationId: 'getOrgRiskPosture',
    summary: 'Show the risk of an organization',
    description: 'As in the GRC API, with the trend of the period, and with each of its days.',
  })
  @ApiOkResponse({ type: OrganizationPosture })
  @HubErrors(400, 401, 403, 404)
  posture(
    @PathId('orgId', 'organization') orgId: string,
    @Query() { days }: PostureQuery,
  ): Promise<OrganizationPosture> {
    return this.postures.of(orgId, days);
  }

  @Get('findings')
  @Access(MEMBERS)
  @ApiOperation({
    operationId: 'listOrgFindings',
    summary: 'List the findings of an organization',
    description: 'Of its MCPs: worst first, then the newest. Both open and resolved ones without `status`.',
  })
  @ApiOkResponse({ type: OrgFindingList })
  @HubErrors(400, 401, 403, 404)
  findings(
    @PathId('orgId', 'organization') orgId: string,
    @Query() query: OrgFindingQuery,
  ): Promise<OrgFindingList> {
    return this.findingLists.list(orgId, query);
  }

  @Get('compliance')
  @Access(MEMBERS)
  @ApiOperation({
    operationId: 'getOrgCompliance',
    summary: 'Show the compliance of an organization with the ten risks of MCP servers',
    description: 'As in the GRC API: a risk without open findings is compliant.',
  })
  @ApiOkResponse({ type: FrameworkCompliance })
  @HubErrors(401, 403, 404)
  compliance(@PathId('orgId', 'organization') orgId: string): Promise<FrameworkCompliance> {
    return this.frameworks.of(orgId, currentDate(), `/api/v1/orgs/${orgId}/findings`);
  }

  @Get('controls')
  @Access(MEMBERS)
  @ApiOperation({
    operationId: 'listOrgControls',
    summary: 'Show the controls of an organization’s MCPs',
    description:
      'All controls of the catalog with counts, and the results of each MCP with a complete analysis.',
  })
  @ApiOkResponse({ type: OrgControls })
  @HubErrors(400, 401, 403, 404)
  controls(@PathId('orgId', 'organization') orgId: string, @Query() page: PageQuery): Promise<OrgControls> {
    return this.matrices.list(orgId, page);
  }

  @Get('mcps')
  @Access(MEMBERS)
  @ApiOperation({
    operationId: 'listOrgMcps',
    summary: 'List the MCPs of an organization',
    description: 'Its own MCPs, public and private, with their areas and numbers of open findings.',
  })
  @ApiOkResponse({ type: OrgMcpList })
  @HubErrors(400, 401, 403, 404)
  mcps(@PathId('orgId', 'organization') orgId: string, @Query() query: OrgMcpQuery): Promise<OrgMcpList> {
    return this.mcpLists.list(orgId, query);
  }
}
