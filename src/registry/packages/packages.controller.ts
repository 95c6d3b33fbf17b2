import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/rules/access.decorator.js';
import { CurrentPrincipal } from '../../auth/rules/current-principal.js';
import { RegistryPrincipal } from '../../auth/registry/registry-principal.js';
import { RegistryErrors } from '../registry-responses.js';
import { PACKAGE_RESOURCE } from '../resources.js';
import { PackagePath } from '../registry.dto.js';
import { PackageDetail } from './packages.dto.js';
import { PackagesService } from './packages.service.js';

/** `/v1/org/{org}/mcps/{name}`: one package. */
@ApiTags('packages')
@Controller('v1/org/:org/mcps/:name')
export class PackagesController {
  constructor(private readonly service: PackagesService) {}

  @Get()
  @Access({ kind: 'scope', anyOf: ['mcp:catalog:read'], resource: PACKAGE_RESOURCE })
  @ApiOperation({
    operationId: 'getPackage',
    summary: 'Get a package',
    description:
      'Visibility, description and tags of a package. 404 also for a package that the caller may not see.',
  })
  @ApiOkResponse({ type: PackageDetail })
  @RegistryErrors(400, 401, 403, 404)
  get(@CurrentPrincipal() principal: RegistryPrincipal, @Param() path: PackagePath): Promise<PackageDetail> {
    return this.service.get(principal, path);
  }
}
