import { ApiProperty } from '@nestjs/swagger';
import { IsQueryInteger, IsText, OptionalNotNull } from '../../../common/http/validators.js';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
// The largest integer in the database.
const MAX_OFFSET = 2 ** 31 - 1;

/** Limit and offset of a page (hub contract 21). */
export class PageQuery {
  @OptionalNotNull({ type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT })
  @IsQueryInteger(1, MAX_LIMIT)
  limit: number = DEFAULT_LIMIT;

  @OptionalNotNull({ type: 'integer', minimum: 0, maximum: MAX_OFFSET, default: 0 })
  @IsQueryInteger(0, MAX_OFFSET)
  offset: number = 0;
}

const SEARCH_LENGTH = 200;

/** A page of what a search finds (hub contract 21). */
export class SearchedPageQuery extends PageQuery {
  @OptionalNotNull({
    maxLength: SEARCH_LENGTH,
    description: 'Words in names and descriptions: all of them, in any order, regardless of case.',
  })
  @IsText(0, SEARCH_LENGTH)
  q?: string;
}

/** Paging fields of a list. */
export class PageInfo {
  @ApiProperty({ example: 1, type: 'integer', description: 'Number of all items.' })
  total: number;

  @ApiProperty({ example: 20, type: 'integer' })
  limit: number;

  @ApiProperty({ example: 0, type: 'integer' })
  offset: number;
}
