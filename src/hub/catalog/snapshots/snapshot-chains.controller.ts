import { Controller, Get, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Access } from '../../../auth/rules/access.decorator.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PathId } from '../../platform/http/path-part.js';
import { SnapshotChainsService } from './snapshot-chains.service.js';
import { chainVerificationView } from './snapshot.mapper.js';
import { ChainVerificationView } from './snapshots.dto.js';

/** `/api/v1/admin/mcps/{mcpId}/snapshots`: the chain of evidence, for platform administrators. */
@ApiTags('administration')
@Controller('api/v1/admin/mcps/:mcpId/snapshots')
export class SnapshotChainsController {
  constructor(private readonly service: SnapshotChainsService) {}

  @Get('verify')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminVerifySnapshots',
    summary: 'Verify the chain of an MCP’s snapshots',
    description: 'Computes all hashes again. The snapshots of a deleted MCP can be verified, too.',
  })
  @ApiOkResponse({ type: ChainVerificationView })
  @HubErrors(401, 403, 404)
  async verify(@PathId('mcpId', 'MCP') mcpId: string, @Req() req: Request): Promise<ChainVerificationView> {
    return chainVerificationView(await this.service.verify(mcpId, req.deadline));
  }
}
