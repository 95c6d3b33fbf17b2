import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentCaller } from '../../../auth/rules/current-principal.js';
import { Access } from '../../../auth/rules/access.decorator.js';
import { Records } from '../../../auth/trail/records.decorator.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { SearchedPageQuery } from '../../platform/http/page.dto.js';
import { PathId } from '../../platform/http/path-part.js';
import { ChangePolicyRequest, CreatePolicyRequest, PolicyList, PolicyView } from './policies.dto.js';
import { PoliciesService } from './policies.service.js';

/** `/api/v1/orgs/{orgId}/policies`: which servers an organization allows. */
@ApiTags('policies')
@Controller('api/v1/orgs/:orgId/policies')
export class PoliciesController {
  constructor(private readonly service: PoliciesService) {}

  @Get()
  @Access({ kind: 'organization', permission: 'policy:read', enterprise: true })
  @ApiOperation({
    operationId: 'listPolicies',
    summary: 'List the policies of an organization',
    description: 'In the order of evaluation: by priority, older policies first among equals.',
  })
  @ApiOkResponse({ type: PolicyList })
  @HubErrors(400, 401, 403, 404)
  list(
    @PathId('orgId', 'organization') orgId: string,
    @Query() page: SearchedPageQuery,
  ): Promise<PolicyList> {
    return this.service.list(orgId, page);
  }

  @Post()
  @Records('policy.created')
  @Access({ kind: 'organization', permission: 'policy:write', enterprise: true })
  @ApiOperation({
    operationId: 'createPolicy',
    summary: 'Create a policy',
    description:
      'It takes effect with the next evaluation. 400 when the value does not fit the target type. ALLOW requires a reason and an end; other actions do not accept them.',
  })
  @ApiCreatedResponse({ type: PolicyView })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  create(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @Body() request: CreatePolicyRequest,
  ): Promise<PolicyView> {
    return this.service.create(caller, orgId, request);
  }

  @Get(':policyId')
  @Access({ kind: 'organization', permission: 'policy:read', enterprise: true })
  @ApiOperation({
    operationId: 'getPolicy',
    summary: 'Get a policy',
    description: '404 for policies of other organizations.',
  })
  @ApiOkResponse({ type: PolicyView })
  @HubErrors(401, 403, 404)
  get(
    @PathId('orgId', 'organization') orgId: string,
    @PathId('policyId', 'policy') policyId: string,
  ): Promise<PolicyView> {
    return this.service.get({ orgId, policyId });
  }

  @Put(':policyId')
  @Records('policy.updated')
  @Access({ kind: 'organization', permission: 'policy:write', enterprise: true })
  @ApiOperation({
    operationId: 'changePolicy',
    summary: 'Change a policy',
    description: 'Fields that are left out stay as they are. The result must be a valid policy as a whole.',
  })
  @ApiOkResponse({ type: PolicyView })
  @HubErrors(400, 401, 403, 404, 413, 415)
  change(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('policyId', 'policy') policyId: string,
    @Body() request: ChangePolicyRequest,
  ): Promise<PolicyView> {
    return this.service.change(caller, { orgId, policyId }, request);
  }

  @Delete(':policyId')
  @HttpCode(204)
  @Records('policy.deleted')
  @Access({ kind: 'organization', permission: 'policy:write', enterprise: true })
  @ApiOperation({
    operationId: 'deletePolicy',
    summary: 'Delete a policy',
    description: 'It has no effect from the next evaluation on.',
  })
  @ApiNoContentResponse({ description: 'Deleted.' })
  @HubErrors(400, 401, 403, 404, 413, 415)
  remove(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('policyId', 'policy') policyId: string,
  ): Promise<void> {
    return this.service.remove(caller, { orgId, policyId });
  }
}
