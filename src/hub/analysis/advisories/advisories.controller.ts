import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '../../../auth/rules/access.decorator.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PageQuery } from '../../platform/http/page.dto.js';
import { AdvisorySourceList } from './advisories.dto.js';
import { AdvisorySourcesService } from './advisory-sources.service.js';

/** `/api/v1/admin/advisories`: where advisories about dependencies come from. */
@ApiTags('administration')
@Controller('api/v1/admin/advisories')
export class AdvisoriesController {
  constructor(private readonly service: AdvisorySourcesService) {}

  @Get()
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminListAdvisorySources',
    summary: 'List the sources of advisories',
    description: 'By name, with their dates, numbers and last errors.',
  })
  @ApiOkResponse({ type: AdvisorySourceList })
  @HubErrors(400, 401, 403)
  list(@Query() page: PageQuery): Promise<AdvisorySourceList> {
    return this.service.list(page);
  }
}
