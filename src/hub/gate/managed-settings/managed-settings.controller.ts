import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Access } from '../../../auth/rules/access.decorator.js';
import { ListResponses } from '../catalog-decisions/list-responses.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PathId } from '../../platform/http/path-part.js';
import { SETTINGS_TYPES } from '@mcp-hub/client-configurations';
import { managedSettings } from './documents.js';
import { ManagedSettingsQuery } from './managed-settings.dto.js';
import { ManagedSettingsResponse } from './managed-settings.responses.js';

/** `/api/v1/orgs/{orgId}/managed-settings`: what clients enforce. */
@ApiTags('policies')
@Controller('api/v1/orgs/:orgId/managed-settings')
export class ManagedSettingsController {
  constructor(private readonly responses: ListResponses) {}

  @Get()
  @Access({ kind: 'organization', permission: 'policy:read', orScope: 'ci:org', enterprise: true })
  @ApiOperation({
    operationId: 'getManagedSettings',
    summary: 'Get managed settings for clients',
    description:
      'Which servers the policies allow now, as the files that clients enforce. The same decisions give the same bytes. ' +
      '409 for more than 80,000 entries.',
  })
  @ManagedSettingsResponse('In the chosen format.', Object.values(SETTINGS_TYPES))
  @HubErrors(400, 401, 403, 404, 409)
  async get(
    @PathId('orgId', 'organization') orgId: string,
    @Query() { environment, format, launcher }: ManagedSettingsQuery,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    res.vary('Authorization');
    await this.responses.send(
      { req, res },
      {
        scope: { orgId, environment },
        about: [format, launcher],
        caching: 'private, no-cache',
        type: SETTINGS_TYPES[format],
      },
      (decided) => managedSettings(decided, format, launcher),
    );
  }
}
