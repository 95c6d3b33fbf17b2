import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { IsQueryInteger, IsUuid, OptionalNotNull, Satisfies } from '../../common/http/validators.js';
import type { FoundPage } from '../../storage/database/paging.js';
import { LIST_FORMATS } from './grc-exports.js';
import { isDate } from './utc-day.js';

const DEFAULT_PER_PAGE = 50;
/** The most items of a page. */
const MAX_PER_PAGE = 100;
// With the largest page size, the offset still is an integer of the database.
const MAX_PAGE = Math.floor((2 ** 31 - 1) / MAX_PER_PAGE);

/** Page and size of a list. */
export class GrcPageQuery {
  @OptionalNotNull({ type: 'integer', minimum: 1, maximum: MAX_PAGE, default: 1 })
  @IsQueryInteger(1, MAX_PAGE)
  page: number = 1;

  @OptionalNotNull({ type: 'integer', minimum: 1, maximum: MAX_PER_PAGE, default: DEFAULT_PER_PAGE })
  @IsQueryInteger(1, MAX_PER_PAGE)
  per_page: number = DEFAULT_PER_PAGE;
}

/** Page or cursor of a list, and its format. */
export class GrcListQuery extends GrcPageQuery {
  @OptionalNotNull({
    description: 'The `next_cursor` of the page before, instead of `page`; with the same filter.',
  })
  @Satisfies('isCursor', (value) => typeof value === 'string' && value !== '', 'must not be empty')
  cursor?: string;

  @OptionalNotNull({
    enum: [...LIST_FORMATS],
    default: 'json',
    description: '`ndjson` and `csv` have the whole list in one response: no `page` or `cursor`.',
  })
  @IsIn(LIST_FORMATS)
  format: (typeof LIST_FORMATS)[number] = 'json';
}

/** Which MCPs a document is about. */
export class McpQuery {
  @OptionalNotNull({ format: 'uuid', description: 'Only the results of one MCP.' })
  @IsUuid()
  mcp_id?: string;
}

/** Paging fields of a list. */
export class GrcPageInfo {
  @ApiProperty({ example: 1, type: 'integer', description: 'Number of all items.' })
  total: number;

  @ApiProperty({ example: 1, type: 'integer' })
  page: number;

  @ApiProperty({ example: DEFAULT_PER_PAGE, type: 'integer' })
  per_page: number;

  @ApiProperty({ example: false, description: 'Whether there is a next page.' })
  has_more: boolean;
}

/** Paging fields of a list with cursors. */
export class GrcListInfo extends GrcPageInfo {
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description:
      'The next page, for `cursor`; null on the last one. Pages read by cursor have each item once, also while others are added or changed.',
  })
  next_cursor: string | null;
}

/** A parameter that is a day, such as `2026-01-31`. */
export const OptionalDate = (description: string): PropertyDecorator => {
  const document = OptionalNotNull({ type: String, format: 'date', description });
  const check = Satisfies('isDate', isDate, 'must be a date such as 2026-01-31');
  return (target, key) => {
    check(target, key);
    document(target, key);
  };
};

/** The window of a page in the database. */
export const windowOf = ({ page, per_page: limit }: GrcPageQuery) => ({ limit, offset: (page - 1) * limit });

/** The paging fields of a page. */
const pageInfo = (
  { page, per_page }: GrcPageQuery,
  total: number,
): Readonly<Record<'total' | 'page' | 'per_page', number>> & { readonly has_more: boolean } => ({
  total,
  page,
  per_page,
  has_more: page * per_page < total,
});

/** The fields of `GrcListInfo`. */
export type ListFields = Readonly<Pick<GrcListInfo, keyof GrcListInfo>>;

/** The paging fields of a page by its number. @param cursorAfter the cursor of the page with a number, after an item */
export function listInfo<Item>(
  query: GrcPageQuery,
  { total, items }: FoundPage<Item>,
  cursorAfter: (item: Item, page: number) => string,
): ListFields {
  const info = pageInfo(query, total);
  const last = items.at(-1);
  return {
    ...info,
    next_cursor: info.has_more && last !== undefined ? cursorAfter(last, query.page + 1) : null,
  };
}
