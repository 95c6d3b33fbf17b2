import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentUser } from '../access/caller.js';
import { HubAccess } from '../access/hub-access.decorator.js';
import type { UserCaller } from '../access/hub-principal.js';
import { HubErrors } from '../hub-responses.js';
import { PageQuery } from '../page.dto.js';
import { PathId } from '../path-part.js';
import { CategoryList, ChangeWordRequest, CreateWordRequest, WordView } from './taxonomy.dto.js';
import { TaxonomyService } from './taxonomy.service.js';

/** `/api/v1/admin/categories`: what kinds of servers there are. */
@ApiTags('administration')
@Controller('api/v1/admin/categories')
export class CategoriesController {
  constructor(private readonly service: TaxonomyService) {}

  @Get()
  @HubAccess({ kind: 'platform_admin' })
  @ApiOperation({ operationId: 'adminListCategories', summary: 'List the categories, by slug' })
  @ApiOkResponse({ type: CategoryList })
  @HubErrors(400, 401, 403)
  async list(@Query() { limit, offset }: PageQuery): Promise<CategoryList> {
    const { words: categories, total } = await this.service.list('category', { limit, offset });
    return { categories, total, limit, offset };
  }

  @Post()
  @HubAccess({ kind: 'platform_admin' })
  @ApiOperation({ operationId: 'adminCreateCategory', summary: 'Make a category' })
  @ApiCreatedResponse({ type: WordView })
  @HubErrors(400, 401, 403, 409, 413, 415)
  create(@CurrentUser() caller: UserCaller, @Body() request: CreateWordRequest): Promise<WordView> {
    return this.service.create('category', caller, request);
  }

  @Put(':id')
  @HubAccess({ kind: 'platform_admin' })
  @ApiOperation({ operationId: 'adminChangeCategory', summary: 'Change a category' })
  @ApiOkResponse({ type: WordView })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  change(
    @CurrentUser() caller: UserCaller,
    @PathId('id', 'category') id: string,
    @Body() request: ChangeWordRequest,
  ): Promise<WordView> {
    return this.service.change('category', caller, id, request);
  }

  @Delete(':id')
  @HttpCode(204)
  @HubAccess({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminDeleteCategory',
    summary: 'Remove a category, also from the MCPs that have it',
  })
  @ApiNoContentResponse({ description: 'It is removed.' })
  @HubErrors(400, 401, 403, 404, 413, 415)
  remove(@CurrentUser() caller: UserCaller, @PathId('id', 'category') id: string): Promise<void> {
    return this.service.remove('category', caller, id);
  }
}
