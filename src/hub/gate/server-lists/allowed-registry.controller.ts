import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LauncherQuery } from '../managed-settings/managed-settings.dto.js';
import { DeletedQuery, ServerListQuery } from './registry-api.dto.js';
import {
  ListsServers,
  ListsVersions,
  OfficialApi,
  ShowsSettings,
  ShowsVersion,
} from './registry-api.operations.js';
import { RegistryApiService } from './registry-api.service.js';

/** `/allow/{capability}`: what an organization allows, as a registry and as managed settings. */
@OfficialApi()
@Controller('allow/:capability')
export class AllowedRegistryController {
  constructor(private readonly service: RegistryApiService) {}

  @Get('v0.1/servers')
  @ListsServers('listAllowedServers')
  list(
    @Param('capability') capability: string,
    @Query() query: ServerListQuery,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    return this.service.list({ req, res }, { capability }, query);
  }

  @Get('v0.1/servers/:serverName/versions')
  @ListsVersions('listAllowedServerVersions')
  versions(
    @Param('capability') capability: string,
    @Param('serverName') name: string,
    @Query() { include_deleted: includeDeleted }: DeletedQuery,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    return this.service.versions({ req, res }, { capability }, name, includeDeleted);
  }

  @Get('v0.1/servers/:serverName/versions/:version')
  @ShowsVersion('getAllowedServerVersion')
  version(
    @Param('capability') capability: string,
    @Param('serverName') name: string,
    @Param('version') version: string,
    @Query() { include_deleted: includeDeleted }: DeletedQuery,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    return this.service.version({ req, res }, { capability }, { name, version }, includeDeleted);
  }

  @Get('managed-settings.json')
  @ShowsSettings('getAllowedSettings', '`managed-settings.json` of GitHub Copilot.')
  settings(
    @Param('capability') capability: string,
    @Query() { launcher }: LauncherQuery,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    return this.service.settings({ req, res }, capability, { format: 'copilot', launcher });
  }

  @Get('managed-mcp.json')
  @ShowsSettings('getAllowedServersFile', '`managed-mcp.json` of Claude Code.')
  servers(
    @Param('capability') capability: string,
    @Query() { launcher }: LauncherQuery,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    return this.service.settings({ req, res }, capability, { format: 'claude-mcp', launcher });
  }
}
