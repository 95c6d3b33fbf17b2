import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../common/openapi/example-ids.js';
import { IsText, OptionalNotNull, Required, Satisfies } from '../../common/http/validators.js';
import { PageInfo } from '../http/page.dto.js';
import { isWordSlug, WORD_SLUG_LENGTH, WORD_SLUG_RULE } from './word-slug.js';

const NAME_LENGTH = 100;
const DESCRIPTION_LENGTH = 500;

/** A new category or tag (hub contract 18). */
export class CreateWordRequest {
  @Required({ maxLength: NAME_LENGTH, example: 'File systems' })
  @IsText(1, NAME_LENGTH)
  name: string;

  @Required({ maxLength: WORD_SLUG_LENGTH, example: 'file-systems' })
  @Satisfies('isWordSlug', isWordSlug, WORD_SLUG_RULE)
  slug: string;

  @OptionalNotNull({ maxLength: DESCRIPTION_LENGTH })
  @IsText(0, DESCRIPTION_LENGTH)
  description?: string;
}

/** What changes of a category or tag; what is not given stays. */
export class ChangeWordRequest {
  @OptionalNotNull({ maxLength: NAME_LENGTH, example: 'File systems' })
  @IsText(1, NAME_LENGTH)
  name?: string;

  @OptionalNotNull({ maxLength: WORD_SLUG_LENGTH, example: 'file-systems' })
  @Satisfies('isWordSlug', isWordSlug, WORD_SLUG_RULE)
  slug?: string;

  @OptionalNotNull({ maxLength: DESCRIPTION_LENGTH })
  @IsText(0, DESCRIPTION_LENGTH)
  description?: string;
}

/** A category or a tag. */
export class WordView {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.category })
  id: string;

  @ApiProperty({ example: 'File systems' })
  name: string;

  @ApiProperty({ example: 'file-systems' })
  slug: string;

  @ApiProperty({ example: 'Servers that read and write files' })
  description: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

/** A part of the categories, by slug. */
export class CategoryList extends PageInfo {
  @ApiProperty({ type: [WordView] })
  categories: WordView[];
}

/** A part of the tags, by slug. */
export class TagList extends PageInfo {
  @ApiProperty({ type: [WordView] })
  tags: WordView[];
}
