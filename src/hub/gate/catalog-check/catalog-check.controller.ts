import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '../../../auth/rules/access.decorator.js';
import { RecordsNothing } from '../../../auth/trail/records.decorator.js';
import { CurrentCaller } from '../../../auth/rules/current-principal.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { ChangesNothing } from '../../../common/http/read-only.guard.js';
import { JsonBodyLimit } from '../../../common/http/request-body.js';
import { PREVIEW_BODY_BYTES } from '../evaluation/asked-servers.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { CatalogCheck, CatalogCheckRequest } from './catalog-check.dto.js';
import { CatalogCheckService } from './catalog-check.service.js';

/** `/api/v1/catalog/check`. */
@ApiTags('catalog')
@Controller('api/v1/catalog/check')
export class CatalogCheckController {
  constructor(private readonly service: CatalogCheckService) {}

  @Post()
  @HttpCode(200)
  @ChangesNothing()
  @JsonBodyLimit(PREVIEW_BODY_BYTES)
  @RecordsNothing('it reads')
  @Access({ kind: 'public' })
  @ApiOperation({
    operationId: 'checkCatalog',
    summary: 'Look up the servers of a list or a configuration',
    description:
      'What the catalog has about at most 100 servers, by the names that the gate understands. Knows no policies, and ' +
      'records nothing.',
  })
  @ApiOkResponse({ type: CatalogCheck })
  @HubErrors(400, 401, 404, 413, 415)
  check(@CurrentCaller() caller: HubPrincipal, @Body() request: CatalogCheckRequest): Promise<CatalogCheck> {
    return this.service.check(caller, request);
  }
}
