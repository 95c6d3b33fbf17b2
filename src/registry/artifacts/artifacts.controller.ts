import { Controller, Get, HttpCode, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Access } from '../../auth/rules/access.decorator.js';
import { Records, RecordsNothing } from '../../auth/trail/records.decorator.js';
import { CurrentPrincipal } from '../../auth/rules/current-principal.js';
import { RegistryPrincipal } from '../../auth/registry/registry-principal.js';
import { IncomingBody, StreamBody, type BodyStream } from '../../common/http/request-body.js';
import { RegistryErrors } from '../registry-responses.js';
import { ArtifactPath, EvidencePath } from '../registry.dto.js';
import {
  BUNDLE_RESOURCE,
  EVIDENCE_RESOURCE,
  MANIFEST_RESOURCE,
  MCPB_RESOURCE,
  PRESIGN_RESOURCE,
} from '../resources.js';
import { ApiDownload, bytesOf } from './artifact-responses.js';
import { PresignQuery, UploadedArtifact, UploadInstruction } from './artifacts.dto.js';
import { DownloadService } from './download.service.js';
import { PresignService } from './presign.service.js';
import { sendArtifact } from './send-artifact.js';
import { UploadService } from './upload.service.js';

const JSON_TYPE = 'application/json';
const BINARY_TYPE = 'application/octet-stream';
const GZIP_TYPE = 'application/gzip';

const manifest = ({ org, digest }: ArtifactPath) =>
  ({ org, digest, kind: 'manifest', evidenceKind: '' }) as const;
const bundle = ({ org, digest }: ArtifactPath) =>
  ({ org, digest, kind: 'bundle', evidenceKind: '' }) as const;
const mcpb = ({ org, digest }: ArtifactPath) => ({ org, digest, kind: 'mcpb', evidenceKind: '' }) as const;
const evidence = ({ org, digest, kind }: EvidencePath) =>
  ({ org, digest, kind: 'evidence', evidenceKind: kind }) as const;

/** `/v1/org/{org}/artifacts/{digest}`: bytes in and out. */
@ApiTags('artifacts')
@Controller('v1/org/:org/artifacts/:digest')
export class ArtifactsController {
  constructor(
    private readonly downloads: DownloadService,
    private readonly uploads: UploadService,
    private readonly presigning: PresignService,
  ) {}

  @Get('manifest')
  @Access({
    kind: 'scope',
    anyOf: ['artifact:download'],
    resource: MANIFEST_RESOURCE,
    publicWhen: 'downloadArtifacts',
  })
  @ApiOperation({
    operationId: 'downloadManifest',
    summary: 'Download a manifest',
    description:
      'The exact bytes whose SHA-256 is the digest. Supports ranges and conditional requests. With object storage, the response may be a redirect to a presigned URL.',
  })
  @ApiDownload(JSON_TYPE)
  async getManifest(
    @CurrentPrincipal() principal: RegistryPrincipal,
    @Param() path: ArtifactPath,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    await sendArtifact(req, res, await this.downloads.find(principal, manifest(path), req.deadline));
  }

  @Get('bundle')
  @Access({
    kind: 'scope',
    anyOf: ['artifact:download'],
    resource: BUNDLE_RESOURCE,
    publicWhen: 'downloadArtifacts',
  })
  @ApiOperation({
    operationId: 'downloadBundle',
    summary: 'Download a bundle',
    description:
      'The exact bytes whose SHA-256 is the digest. Supports ranges and conditional requests. With object storage, the response may be a redirect to a presigned URL.',
  })
  @ApiDownload(BINARY_TYPE)
  async getBundle(
    @CurrentPrincipal() principal: RegistryPrincipal,
    @Param() path: ArtifactPath,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    await sendArtifact(req, res, await this.downloads.find(principal, bundle(path), req.deadline));
  }

  @Get('mcpb')
  @Access({
    kind: 'scope',
    anyOf: ['artifact:download'],
    resource: MCPB_RESOURCE,
    publicWhen: 'downloadArtifacts',
  })
  @ApiOperation({
    operationId: 'downloadMcpb',
    summary: 'Download an MCP bundle',
    description:
      'The file `.mcpb` of a certified version, which desktop clients open: that of its publisher, or one that the registry has made of its bundle. The exact bytes whose SHA-256 is the digest. Supports ranges and conditional requests. With object storage, the response may be a redirect to a presigned URL.',
  })
  @ApiDownload(BINARY_TYPE)
  async getMcpb(
    @CurrentPrincipal() principal: RegistryPrincipal,
    @Param() path: ArtifactPath,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    await sendArtifact(req, res, await this.downloads.find(principal, mcpb(path), req.deadline));
  }

  @Get('evidence/:kind')
  @Access({
    kind: 'scope',
    anyOf: ['evidence:read'],
    resource: EVIDENCE_RESOURCE,
    publicWhen: 'downloadArtifacts',
  })
  @ApiOperation({
    operationId: 'downloadEvidence',
    summary: 'Download an evidence artifact',
    description:
      'The exact bytes whose SHA-256 is the digest. Needs `evidence:read`, unless the evidence of published versions of public packages is open (`public.download_artifacts`).',
  })
  @ApiDownload(JSON_TYPE)
  async getEvidence(
    @CurrentPrincipal() principal: RegistryPrincipal,
    @Param() path: EvidencePath,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    await sendArtifact(req, res, await this.downloads.find(principal, evidence(path), req.deadline));
  }

  @Put('manifest')
  @StreamBody()
  @Records('registry_artifact.uploaded')
  @Access({ kind: 'scope', anyOf: ['mcp:publish'], resource: MANIFEST_RESOURCE })
  @ApiOperation({
    operationId: 'uploadManifest',
    summary: 'Upload a manifest',
    description:
      'The body is stored byte for byte; 400 when its SHA-256 is not the digest of the path. Publishing stores the manifest already, so that most clients never need this.',
  })
  @ApiConsumes(JSON_TYPE)
  @ApiBody(bytesOf(JSON_TYPE))
  @ApiOkResponse({ type: UploadedArtifact })
  @RegistryErrors(400, 401, 403, 404, 413, 415)
  putManifest(
    @CurrentPrincipal() principal: RegistryPrincipal,
    @Param() path: ArtifactPath,
    @IncomingBody(JSON_TYPE) body: BodyStream,
  ): Promise<UploadedArtifact> {
    return this.uploads.upload(principal, manifest(path), body);
  }

  @Put('bundle')
  @StreamBody()
  @Records('registry_artifact.uploaded')
  @Access({ kind: 'scope', anyOf: ['mcp:publish'], resource: BUNDLE_RESOURCE })
  @ApiOperation({
    operationId: 'uploadBundle',
    summary: 'Upload a bundle',
    description:
      'The body is stored byte for byte; 400 when its SHA-256 is not the digest of the path, 404 when the organization does not exist. Uploading the same bytes again succeeds.',
  })
  @ApiConsumes(BINARY_TYPE, GZIP_TYPE)
  @ApiBody(bytesOf(BINARY_TYPE))
  @ApiOkResponse({ type: UploadedArtifact })
  @RegistryErrors(400, 401, 403, 404, 413, 415)
  putBundle(
    @CurrentPrincipal() principal: RegistryPrincipal,
    @Param() path: ArtifactPath,
    @IncomingBody([BINARY_TYPE, GZIP_TYPE]) body: BodyStream,
  ): Promise<UploadedArtifact> {
    return this.uploads.upload(principal, bundle(path), body);
  }

  @Put('evidence/:kind')
  @StreamBody()
  @Records('registry_artifact.uploaded')
  @Access({ kind: 'scope', anyOf: ['mcp:publish'], resource: EVIDENCE_RESOURCE })
  @ApiOperation({
    operationId: 'uploadEvidence',
    summary: 'Upload an evidence artifact',
    description:
      'A document that backs a version, such as an SBOM. The body is stored byte for byte; 400 when its SHA-256 is not the digest of the path.',
  })
  @ApiConsumes(JSON_TYPE)
  @ApiBody(bytesOf(JSON_TYPE))
  @ApiOkResponse({ type: UploadedArtifact })
  @RegistryErrors(400, 401, 403, 404, 409, 413, 415)
  putEvidence(
    @CurrentPrincipal() principal: RegistryPrincipal,
    @Param() path: EvidencePath,
    @IncomingBody(JSON_TYPE) body: BodyStream,
  ): Promise<UploadedArtifact> {
    return this.uploads.upload(principal, evidence(path), body);
  }

  @Post('presign')
  @HttpCode(200)
  @RecordsNothing('an upload to this address is registry_artifact.uploaded once its bytes are verified')
  @Access({ kind: 'scope', anyOf: ['mcp:publish'], resource: PRESIGN_RESOURCE })
  @ApiOperation({
    operationId: 'presignUpload',
    summary: 'Get a presigned upload URL',
    description:
      'With object storage: the URL, method and headers of an upload. 501 with file storage, where artifacts are uploaded through the registry.',
  })
  @ApiOkResponse({ type: UploadInstruction })
  @RegistryErrors(400, 401, 403, 404, 409, 413, 415, 501)
  presign(
    @CurrentPrincipal() principal: RegistryPrincipal,
    @Param() path: ArtifactPath,
    @Query() query: PresignQuery,
  ): Promise<UploadInstruction> {
    return this.presigning.presign(principal, path, query);
  }
}
