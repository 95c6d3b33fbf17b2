import { applyDecorators, Controller, Get, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentCaller } from '../../../auth/rules/current-principal.js';
import { Access } from '../../../auth/rules/access.decorator.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PathId } from '../../platform/http/path-part.js';
import { EVIDENCE_DOCUMENTS, type EvidenceDocument } from './evidence-documents.js';
import { EvidenceService } from './evidence.service.js';
import { sendEvidence } from './send-evidence.js';

const TEXT = { type: 'string' } as const;
const OF_LATEST =
  'Of the latest snapshot; 404 before the version is analyzed. Supports conditional requests.';

const ApiDocument = (document: EvidenceDocument): MethodDecorator =>
  applyDecorators(
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'ETag of a response that the client has.',
      schema: TEXT,
    }),
    ApiResponse({
      status: 200,
      description: 'The bytes.',
      headers: { ETag: { description: 'Validator for If-None-Match.', schema: TEXT } },
      content: { [EVIDENCE_DOCUMENTS[document].contentType]: EVIDENCE_DOCUMENTS[document].media },
    }),
    ApiResponse({ status: 304, description: 'The client already has the bytes.' }),
    HubErrors(401, 404),
  );

/** `/api/v1/mcps/{mcpId}/versions/{versionId}/…`: what the analysis of a version stored. */
@ApiTags('catalog')
@Controller('api/v1/mcps/:mcpId/versions/:versionId')
export class EvidenceController {
  constructor(private readonly service: EvidenceService) {}

  @Get('report')
  @Access({ kind: 'public' })
  @ApiOperation({
    operationId: 'downloadReport',
    summary: 'Download the report of a version',
    description: OF_LATEST,
  })
  @ApiDocument('report')
  report(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('mcpId', 'MCP') mcpId: string,
    @PathId('versionId', 'version') versionId: string,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    return this.send(caller, { mcpId, versionId }, 'report', { req, res });
  }

  @Get('sarif')
  @Access({ kind: 'public' })
  @ApiOperation({
    operationId: 'downloadSarif',
    summary: 'Download the findings of a version as SARIF 2.1.0',
    description: OF_LATEST,
  })
  @ApiDocument('sarif')
  sarif(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('mcpId', 'MCP') mcpId: string,
    @PathId('versionId', 'version') versionId: string,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    return this.send(caller, { mcpId, versionId }, 'sarif', { req, res });
  }

  @Get('sbom')
  @Access({ kind: 'public' })
  @ApiOperation({
    operationId: 'downloadSbom',
    summary: 'Download the bill of materials of a version, CycloneDX 1.6',
    description: OF_LATEST,
  })
  @ApiDocument('sbom')
  sbom(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('mcpId', 'MCP') mcpId: string,
    @PathId('versionId', 'version') versionId: string,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    return this.send(caller, { mcpId, versionId }, 'sbom', { req, res });
  }

  @Get('tarball')
  @Access({ kind: 'public' })
  @ApiOperation({
    operationId: 'downloadTarball',
    summary: 'Download the analyzed source of a version',
    description: OF_LATEST,
  })
  @ApiDocument('tarball')
  tarball(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('mcpId', 'MCP') mcpId: string,
    @PathId('versionId', 'version') versionId: string,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    return this.send(caller, { mcpId, versionId }, 'tarball', { req, res });
  }

  private async send(
    caller: HubPrincipal,
    path: { readonly mcpId: string; readonly versionId: string },
    document: EvidenceDocument,
    { req, res }: { readonly req: Request; readonly res: Response },
  ): Promise<void> {
    await sendEvidence(req, res, await this.service.find(caller, path, document));
  }
}
