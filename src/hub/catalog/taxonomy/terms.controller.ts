import {
  applyDecorators,
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Post,
  Put,
  Query,
  type Type,
} from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentUser } from '../../../auth/rules/current-principal.js';
import { Access } from '../../../auth/rules/access.decorator.js';
import { Records } from '../../../auth/trail/records.decorator.js';
import type { UserCaller } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PageQuery } from '../../platform/http/page.dto.js';
import { PathId } from '../../platform/http/path-part.js';
import {
  CategoryList,
  ChangeTermRequest,
  CreateTermRequest,
  TagList,
  TermView,
  type TermKind,
} from './taxonomy.dto.js';
import { TaxonomyService } from './taxonomy.service.js';

/** Names of a kind of terms in the API. */
interface Names {
  /** In operation ids. */
  readonly one: string;
  readonly many: string;
  /** In paths, and as the key of a list response. */
  readonly plural: 'categories' | 'tags';
  readonly List: Type<CategoryList | TagList>;
}

const VERBS = { Create: 'created', Change: 'updated', Delete: 'deleted' } as const;

/** An operation that changes terms. */
const TermChange = (
  verb: keyof typeof VERBS,
  kind: TermKind,
  one: string,
  description: string,
): MethodDecorator =>
  applyDecorators(
    Access({ kind: 'platform_admin' }),
    Records(`${kind}.${VERBS[verb]}`),
    ApiOperation({ operationId: `admin${verb}${one}`, summary: `${verb} a ${kind}`, description }),
  );

/** Creates the controller of a kind of terms: the two kinds differ only in their names. */
function termsController(kind: TermKind, { one, many, plural, List }: Names): Type {
  @ApiTags('administration')
  @Controller(`api/v1/admin/${plural}`)
  class TermsController {
    constructor(private readonly service: TaxonomyService) {}

    @Get()
    @Access({ kind: 'platform_admin' })
    @ApiOperation({ operationId: `adminList${many}`, summary: `List the ${plural}`, description: 'By slug.' })
    @ApiOkResponse({ type: List })
    @HubErrors(400, 401, 403)
    async list(@Query() page: PageQuery): Promise<object> {
      const { terms, total } = await this.service.list(kind, page);
      return { [plural]: terms, total, limit: page.limit, offset: page.offset };
    }

    @Post()
    @TermChange('Create', kind, one, '409 when the slug is taken.')
    @ApiCreatedResponse({ type: TermView })
    @HubErrors(400, 401, 403, 409, 413, 415)
    create(@CurrentUser() caller: UserCaller, @Body() request: CreateTermRequest): Promise<TermView> {
      return this.service.create(kind, caller, request);
    }

    @Put(':id')
    @TermChange('Change', kind, one, 'Fields that are left out stay as they are. 409 when the slug is taken.')
    @ApiOkResponse({ type: TermView })
    @HubErrors(400, 401, 403, 404, 409, 413, 415)
    change(
      @CurrentUser() caller: UserCaller,
      @PathId('id', kind) id: string,
      @Body() request: ChangeTermRequest,
    ): Promise<TermView> {
      return this.service.change(kind, caller, id, request);
    }

    @Delete(':id')
    @HttpCode(204)
    @TermChange('Delete', kind, one, 'Also removes it from the MCPs that have it.')
    @ApiNoContentResponse({ description: 'Removed.' })
    @HubErrors(400, 401, 403, 404, 413, 415)
    remove(@CurrentUser() caller: UserCaller, @PathId('id', kind) id: string): Promise<void> {
      return this.service.remove(kind, caller, id);
    }
  }
  return TermsController;
}

/** `/api/v1/admin/categories`: categories of MCPs. */
export const CategoriesController = termsController('category', {
  one: 'Category',
  many: 'Categories',
  plural: 'categories',
  List: CategoryList,
});

/** `/api/v1/admin/tags`: tags of MCPs. */
export const TagsController = termsController('tag', {
  one: 'Tag',
  many: 'Tags',
  plural: 'tags',
  List: TagList,
});
