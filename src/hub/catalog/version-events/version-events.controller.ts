import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Access } from '../../../auth/rules/access.decorator.js';
import { CurrentCaller } from '../../../auth/rules/current-principal.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PathId } from '../../platform/http/path-part.js';
import { VersionStreams } from './version-streams.js';
import { eventText } from './version-state.js';

const EXAMPLE = {
  version_id: EXAMPLE_IDS.version,
  status: 'ANALYZING',
  stage: 'parsing',
  progress: 50,
  attempts: 1,
  global_score: null,
  certification_level: null,
  failure_reason: null,
};

/** `/api/v1/mcps/{mcpId}/versions/{versionId}/events`. */
@ApiTags('catalog')
@Controller('api/v1/mcps/:mcpId/versions/:versionId/events')
export class VersionEventsController {
  constructor(private readonly streams: VersionStreams) {}

  @Get()
  @Access({ kind: 'public' })
  @ApiOperation({
    operationId: 'followVersion',
    summary: 'Follow the analysis of a version',
    description:
      'Server-sent events: `status` at once and at each change, and `done` at the end of the analysis, which ends the ' +
      'stream. A client must close it then, or it would connect again. A stream lasts 15 minutes at most. 429 with ten ' +
      'streams of the caller, 503 with too many of the server.',
  })
  @ApiOkResponse({
    description: 'Events, each with a JSON object as its data.',
    content: {
      'text/event-stream': {
        schema: { type: 'string', format: 'binary' },
        example: eventText('status', EXAMPLE),
      },
    },
  })
  @HubErrors(401, 404)
  follow(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('mcpId', 'MCP') mcpId: string,
    @PathId('versionId', 'version') versionId: string,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    return this.streams.follow(caller, { mcpId, versionId }, req, res);
  }
}
