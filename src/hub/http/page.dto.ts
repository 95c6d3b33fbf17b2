import { ApiProperty } from '@nestjs/swagger';
import { IsQueryInteger, OptionalNotNull } from '../../common/http/validators.js';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
// What an integer of the database holds.
const MAX_OFFSET = 2 ** 31 - 1;

/** Which part of a list (hub contract 21). */
export class PageQuery {
  @OptionalNotNull({ type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT })
  @IsQueryInteger(1, MAX_LIMIT)
  limit: number = DEFAULT_LIMIT;

  @OptionalNotNull({ type: 'integer', minimum: 0, maximum: MAX_OFFSET, default: 0 })
  @IsQueryInteger(0, MAX_OFFSET)
  offset: number = 0;
}

/** What a list says beside its part. */
export class PageInfo {
  @ApiProperty({ example: 1, type: 'integer', description: 'Number of all items.' })
  total: number;

  @ApiProperty({ example: 20, type: 'integer' })
  limit: number;

  @ApiProperty({ example: 0, type: 'integer' })
  offset: number;
}
