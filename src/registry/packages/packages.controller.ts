import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/access.decorator.js';
import { ApiErrors } from '../registry-responses.js';
import { PackagePath } from '../registry.dto.js';
import { PackageDetail } from './packages.dto.js';
import { PackagesService } from './packages.service.js';

@ApiTags('packages')
@Controller('v1/org/:org/mcps/:name')
export class PackagesController {
  constructor(private readonly service: PackagesService) {}

  @Get()
  @Access({ kind: 'scope', anyOf: ['mcp:catalog:read'], resource: 'org/{org}/mcp/{name}' })
  @ApiOperation({ operationId: 'getPackage', summary: 'Get a package' })
  @ApiOkResponse({ type: PackageDetail })
  @ApiErrors(400, 401, 403, 404)
  get(@Param() path: PackagePath): Promise<PackageDetail> {
    return this.service.get(path);
  }
}
