import { Body, Controller, Param, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/rules/access.decorator.js';
import { Records } from '../../auth/trail/records.decorator.js';
import { CurrentPrincipal } from '../../auth/rules/current-principal.js';
import { RegistryPrincipal } from '../../auth/registry/registry-principal.js';
import { VersionPath } from '../registry.dto.js';
import { RegistryErrors } from '../registry-responses.js';
import { CertificationRequest, CertificationResponse } from './certifications.dto.js';
import { CertificationsService } from './certifications.service.js';

/** `/v1/org/{org}/mcps/{name}/versions/{version}/certification`: the verdict of a certifier. */
@ApiTags('versions')
@Controller('v1/org/:org/mcps/:name/versions/:version/certification')
export class CertificationsController {
  constructor(private readonly service: CertificationsService) {}

  @Put()
  @Records('registry_version.certified')
  @Access({ kind: 'scope', anyOf: ['admin:publish'] })
  @ApiOperation({
    operationId: 'certifyVersion',
    summary: 'Record a certifier’s verdict about a version',
    description:
      'For the hub’s service JWT. The verdict holds for the current bundle and manifest of the version, under any version number of the package. The verdict with the latest `evaluated_at` counts, and is in the response.',
  })
  @ApiOkResponse({ type: CertificationResponse })
  @RegistryErrors(400, 401, 403, 404, 409, 413, 415)
  certify(
    @CurrentPrincipal() principal: RegistryPrincipal,
    @Param() path: VersionPath,
    @Body() request: CertificationRequest,
  ): Promise<CertificationResponse> {
    return this.service.certify(principal, path, path.version, request);
  }
}
