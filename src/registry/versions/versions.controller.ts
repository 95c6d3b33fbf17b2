import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Access } from '../../auth/rules/access.decorator.js';
import { Records, RecordsAndMay, RecordsOneOf } from '../../auth/trail/records.decorator.js';
import { CurrentPrincipal } from '../../auth/rules/current-principal.js';
import { RegistryPrincipal } from '../../auth/registry/registry-principal.js';
import { sendJsonList } from '../../common/http/json-list-stream.js';
import { JsonBodyLimit } from '../../common/http/request-body.js';
import { RegistryErrors } from '../registry-responses.js';
import { PackagePath, ShownVersionPath, VersionPath } from '../registry.dto.js';
import { PACKAGE_RESOURCE } from '../resources.js';
import { PublishService } from './publish.service.js';
import { ResolveService } from './resolve.service.js';
import { StatusService } from './status.service.js';
import { PublishRequest, PublishResponse } from './publish.dto.js';
import { ResolveQuery, ResolvedVersion } from './resolve.dto.js';
import { StatusRequest, StatusResponse, VersionDetail, VersionList } from './versions.dto.js';
import { VersionRemovalService } from './version-removal.service.js';
import { VersionsService } from './versions.service.js';

// Allowance for the other fields of a publish request beside the manifest.
const PUBLISH_ENVELOPE_BYTES = 256 * 1024;

/** `/v1/org/{org}/mcps/{name}`: the versions of a package. */
@ApiTags('versions')
@Controller('v1/org/:org/mcps/:name')
export class VersionsController {
  constructor(
    private readonly versions: VersionsService,
    private readonly resolving: ResolveService,
    private readonly publishing: PublishService,
    private readonly statuses: StatusService,
    private readonly removal: VersionRemovalService,
  ) {}

  @Get('versions')
  @Access({ kind: 'scope', anyOf: ['mcp:catalog:read'], resource: PACKAGE_RESOURCE })
  @ApiOperation({
    operationId: 'listVersions',
    summary: 'List the versions of a package',
    description: 'All versions of any status, newest first. Revoked ones say when and why.',
  })
  @ApiOkResponse({ type: VersionList })
  @RegistryErrors(400, 401, 403, 404)
  async list(
    @CurrentPrincipal() principal: RegistryPrincipal,
    @Param() path: PackagePath,
    @Res() res: Response,
  ): Promise<void> {
    await sendJsonList(res, 'versions', await this.versions.list(principal, path));
  }

  @Get('versions/:version')
  @Access({ kind: 'scope', anyOf: ['mcp:catalog:read'], resource: PACKAGE_RESOURCE })
  @ApiOperation({
    operationId: 'getVersion',
    summary: 'Get a version',
    description:
      'Shows a version of any status. Revoked versions never resolve, and are shown here and in the list.',
  })
  @ApiOkResponse({ type: VersionDetail })
  @RegistryErrors(400, 401, 403, 404)
  get(
    @CurrentPrincipal() principal: RegistryPrincipal,
    @Param() path: ShownVersionPath,
  ): Promise<VersionDetail> {
    return this.versions.get(principal, path, path.version);
  }

  @Get('resolve')
  @Access({
    kind: 'scope',
    anyOf: ['mcp:resolve', 'mcp:resolve:prepublish'],
    resource: PACKAGE_RESOURCE,
    publicWhen: 'downloadArtifacts',
  })
  @ApiOperation({
    operationId: 'resolveVersion',
    summary: 'Resolve a reference to a version',
    description:
      'Finds the version that a reference names, with the digests of its manifest and bundle and their download paths. Published versions need `mcp:resolve`, drafts and ingested ones `mcp:resolve:prepublish`. Revoked versions never resolve.',
  })
  @ApiOkResponse({ type: ResolvedVersion })
  @RegistryErrors(400, 401, 403, 404)
  resolve(
    @CurrentPrincipal() principal: RegistryPrincipal,
    @Param() path: PackagePath,
    @Query() query: ResolveQuery,
  ): Promise<ResolvedVersion> {
    return this.resolving.resolve(principal, path, query.ref);
  }

  @Post('publish')
  @HttpCode(200)
  @JsonBodyLimit(({ manifestBytes }) => manifestBytes + PUBLISH_ENVELOPE_BYTES)
  @RecordsAndMay(['registry_version.registered'], ['registry_organization.created'])
  @Access({ kind: 'scope', anyOf: ['mcp:publish'], resource: PACKAGE_RESOURCE })
  @ApiOperation({
    operationId: 'publishVersion',
    summary: 'Register a version and its manifest',
    description:
      'Stores the manifest and announces the bundle, which is uploaded next. A new version is `ingested`, or a `draft`, which publishing again replaces. Until its status is `published`, it resolves only for callers with `mcp:resolve:prepublish`. 409 when the version exists, or when another version has one of the aliases. For a version that exists, `details` has its `status`, whether its bundle is stored (`bundle_stored`), and whether the request is the one that made it (`same_request`), so that a publisher who was interrupted goes on with the upload. What existing clients refuse to run is accepted, and reported in `warnings`.',
  })
  @ApiOkResponse({ type: PublishResponse })
  @RegistryErrors(400, 401, 403, 409, 413, 415)
  publish(
    @CurrentPrincipal() principal: RegistryPrincipal,
    @Param() path: PackagePath,
    @Body() request: PublishRequest,
    @Req() req: Request,
  ): Promise<PublishResponse> {
    return this.publishing.publish(principal, path, request, req.deadline);
  }

  @Delete('versions/:version')
  @HttpCode(204)
  @Records('registry_version.removed')
  @Access({ kind: 'scope', anyOf: ['mcp:publish'], resource: PACKAGE_RESOURCE })
  @ApiOperation({
    operationId: 'removeVersion',
    summary: 'Remove a version that was never published',
    description:
      'For a publication that was given up: the version was never published, and its bundle is not stored. 409 for any other version; revoke one that was published.',
  })
  @ApiNoContentResponse()
  @RegistryErrors(400, 401, 403, 404, 409)
  async remove(
    @CurrentPrincipal() principal: RegistryPrincipal,
    @Param() path: VersionPath,
    @Req() req: Request,
  ): Promise<void> {
    await this.removal.remove(principal, path, path.version, req.deadline);
  }

  @Post('versions/:version/status')
  @HttpCode(200)
  @RecordsOneOf('registry_version.published', 'registry_version.revoked')
  @Access({ kind: 'scope', anyOf: ['mcp:publish'], resource: PACKAGE_RESOURCE })
  @ApiOperation({
    operationId: 'changeVersionStatus',
    summary: 'Publish or revoke a version',
    description:
      'A version can be published once its bundle is uploaded. Revoking is final: the version never resolves again. 409 when the current status does not allow the change.',
  })
  @ApiOkResponse({ type: StatusResponse })
  @RegistryErrors(400, 401, 403, 404, 409, 413, 415)
  changeStatus(
    @CurrentPrincipal() principal: RegistryPrincipal,
    @Param() path: VersionPath,
    @Body() request: StatusRequest,
    @Req() req: Request,
  ): Promise<StatusResponse> {
    return this.statuses.change(principal, path, path.version, request, req.deadline);
  }
}
