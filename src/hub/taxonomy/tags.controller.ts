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
import { TagList, ChangeWordRequest, CreateWordRequest, WordView } from './taxonomy.dto.js';
import { TaxonomyService } from './taxonomy.service.js';

/** `/api/v1/admin/tags`: words by which MCPs are found. */
@ApiTags('administration')
@Controller('api/v1/admin/tags')
export class TagsController {
  constructor(private readonly service: TaxonomyService) {}

  @Get()
  @HubAccess({ kind: 'platform_admin' })
  @ApiOperation({ operationId: 'adminListTags', summary: 'List the tags, by slug' })
  @ApiOkResponse({ type: TagList })
  @HubErrors(400, 401, 403)
  async list(@Query() { limit, offset }: PageQuery): Promise<TagList> {
    const { words: tags, total } = await this.service.list('tag', { limit, offset });
    return { tags, total, limit, offset };
  }

  @Post()
  @HubAccess({ kind: 'platform_admin' })
  @ApiOperation({ operationId: 'adminCreateTag', summary: 'Make a tag' })
  @ApiCreatedResponse({ type: WordView })
  @HubErrors(400, 401, 403, 409, 413, 415)
  create(@CurrentUser() caller: UserCaller, @Body() request: CreateWordRequest): Promise<WordView> {
    return this.service.create('tag', caller, request);
  }

  @Put(':id')
  @HubAccess({ kind: 'platform_admin' })
  @ApiOperation({ operationId: 'adminChangeTag', summary: 'Change a tag' })
  @ApiOkResponse({ type: WordView })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  change(
    @CurrentUser() caller: UserCaller,
    @PathId('id', 'tag') id: string,
    @Body() request: ChangeWordRequest,
  ): Promise<WordView> {
    return this.service.change('tag', caller, id, request);
  }

  @Delete(':id')
  @HttpCode(204)
  @HubAccess({ kind: 'platform_admin' })
  @ApiOperation({ operationId: 'adminDeleteTag', summary: 'Remove a tag, also from the MCPs that have it' })
  @ApiNoContentResponse({ description: 'It is removed.' })
  @HubErrors(400, 401, 403, 404, 413, 415)
  remove(@CurrentUser() caller: UserCaller, @PathId('id', 'tag') id: string): Promise<void> {
    return this.service.remove('tag', caller, id);
  }
}
