import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Access } from '../../auth/rules/access.decorator.js';
import { CurrentPrincipal } from '../../auth/rules/current-principal.js';
import { RegistryPrincipal } from '../../auth/registry/registry-principal.js';
import { isKnownToClient } from '../../common/http/conditional.js';
import { sendJsonList } from '../../common/http/json-list-stream.js';
import { CatalogPage } from './catalog.dto.js';
import { RegistryErrors } from '../registry-responses.js';
import { CATALOG_RESOURCE } from '../resources.js';
import { CatalogQuery } from './catalog.dto.js';
import { CatalogService } from './catalog.service.js';

/** `/v1/catalog`: all packages that a caller may see. */
@ApiTags('catalog')
@Controller('v1/catalog')
export class CatalogController {
  constructor(private readonly service: CatalogService) {}

  @Get()
  @Access({
    kind: 'scope',
    anyOf: ['mcp:catalog:read'],
    resource: CATALOG_RESOURCE,
    publicWhen: 'readCatalog',
  })
  @ApiOperation({
    operationId: 'listCatalog',
    summary: 'List packages',
    description:
      'The packages that the caller may see, by id. Without `limit`, one response has all of them; with it, the `Link` header leads to the next page. Send the `ETag` as `If-None-Match` to get 304 while nothing has changed.',
  })
  @ApiOkResponse({
    type: CatalogPage,
    headers: {
      ETag: { description: 'Validator for If-None-Match.', schema: { type: 'string' } },
      Link: { description: 'The next page, with `rel="next"`.', schema: { type: 'string' } },
    },
  })
  @ApiResponse({ status: 304, description: 'The client already has this list.' })
  @RegistryErrors(400, 401, 403)
  async list(
    @CurrentPrincipal() principal: RegistryPrincipal,
    @Query() query: CatalogQuery,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    const { etag, read } = await this.service.list(principal, query);
    res.setHeader('ETag', etag);
    res.setHeader('Cache-Control', 'private, no-cache');
    res.vary('Authorization');
    if (isKnownToClient(req.headers['if-none-match'], etag)) {
      res.status(304).end();
      return;
    }
    const { packages, next } = await read();
    if (next !== undefined) res.setHeader('Link', `<${next}>; rel="next"`);
    await sendJsonList(res, 'packages', packages);
  }
}
