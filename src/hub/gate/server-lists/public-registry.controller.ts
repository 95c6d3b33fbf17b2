import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DeletedQuery, ServerListQuery } from './registry-api.dto.js';
import { ListsServers, ListsVersions, OfficialApi, ShowsVersion } from './registry-api.operations.js';
import { RegistryApiService } from './registry-api.service.js';

/** `/v0.1/servers`: the public servers, as the official registry lists its own. */
@OfficialApi()
@Controller('v0.1/servers')
export class PublicRegistryController {
  constructor(private readonly service: RegistryApiService) {}

  @Get()
  @ListsServers('listServers')
  list(@Query() query: ServerListQuery, @Req() req: Request, @Res() res: Response): Promise<void> {
    return this.service.list({ req, res }, 'public', query);
  }

  @Get(':serverName/versions')
  @ListsVersions('listServerVersions')
  versions(
    @Param('serverName') name: string,
    @Query() { include_deleted: includeDeleted }: DeletedQuery,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    return this.service.versions({ req, res }, 'public', name, includeDeleted);
  }

  @Get(':serverName/versions/:version')
  @ShowsVersion('getServerVersion')
  version(
    @Param('serverName') name: string,
    @Param('version') version: string,
    @Query() { include_deleted: includeDeleted }: DeletedQuery,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    return this.service.version({ req, res }, 'public', { name, version }, includeDeleted);
  }
}
