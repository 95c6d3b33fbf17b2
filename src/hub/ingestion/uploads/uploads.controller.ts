import { Body, Controller, HttpCode, Post, Put, Query } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { Access } from '../../../auth/rules/access.decorator.js';
import { Records, RecordsAndMay } from '../../../auth/trail/records.decorator.js';
import { CurrentCaller } from '../../../auth/rules/current-principal.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { IncomingBody, StreamBody, type BodyStream } from '../../../common/http/request-body.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PathId } from '../../platform/http/path-part.js';
import { UploadFinalization } from './upload-finalization.service.js';
import { UploadReceiver } from './upload-receiver.service.js';
import { FinalizedUpload, InitiatedUpload, InitUploadRequest, UploadUrlQuery } from './uploads.dto.js';
import { UploadsService } from './uploads.service.js';

const BUNDLE_TYPES = ['application/gzip', 'application/zip'];
const THEN =
  'members with `mcp:write` in the organization of the name, and its service tokens with `admin:org:{orgId}`';

/** `/api/v1/uploads`: bundles that are pushed to the hub. */
@ApiTags('uploads')
@Controller('api/v1/uploads')
export class UploadsController {
  constructor(
    private readonly uploads: UploadsService,
    private readonly receiver: UploadReceiver,
    private readonly finalization: UploadFinalization,
  ) {}

  @Post('init')
  @Records('upload.created')
  @Access({ kind: 'caller', then: THEN })
  @ApiOperation({
    operationId: 'initUpload',
    summary: 'Start to push a version',
    description:
      'Answers with a URL that takes the bytes of the bundle, once. Other bytes for a version that is certified, published or being analyzed are 409.',
  })
  @ApiCreatedResponse({ type: InitiatedUpload })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  init(@CurrentCaller() caller: HubPrincipal, @Body() request: InitUploadRequest): Promise<InitiatedUpload> {
    return this.uploads.init(caller, request);
  }

  @Put(':uploadId/bundle')
  @HttpCode(204)
  @StreamBody()
  @Records('upload.received')
  @Access({ kind: 'open', because: 'the signed URL is the permission' })
  @ApiOperation({
    operationId: 'uploadPushedBundle',
    summary: 'Send the bytes of a pushed version',
    description:
      'The URL is that of `initUpload`, unchanged. It works once and for 30 minutes, for bytes with the announced digest, whose number `Content-Length` gives. A request that fails does not use it up.',
  })
  @ApiConsumes(...BUNDLE_TYPES)
  @ApiBody({
    schema: { type: 'string', format: 'binary' },
    description:
      'The bundle: a tar archive, compressed with gzip, or an MCP bundle, which is a ZIP archive (`.mcpb`).',
  })
  @ApiNoContentResponse()
  @HubErrors(400, 403, 404, 409, 413, 415)
  receive(
    @PathId('uploadId', 'upload') uploadId: string,
    @Query() query: UploadUrlQuery,
    @IncomingBody(BUNDLE_TYPES) body: BodyStream,
  ): Promise<void> {
    return this.receiver.receive(uploadId, query, body);
  }

  @Post(':uploadId/finalize')
  @HttpCode(200)
  @RecordsAndMay(['version.ingested'], ['mcp.created'])
  @Access({ kind: 'caller', then: THEN })
  @ApiOperation({
    operationId: 'finalizeUpload',
    summary: 'Make a version of the sent bytes',
    description:
      'Queues the analysis of the version. A server that the organization does not have yet is created, private. Repeating the request answers the same; 409 while the bytes are missing.',
  })
  @ApiOkResponse({ type: FinalizedUpload })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  finalize(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('uploadId', 'upload') uploadId: string,
  ): Promise<FinalizedUpload> {
    return this.finalization.finalize(caller, uploadId);
  }
}
