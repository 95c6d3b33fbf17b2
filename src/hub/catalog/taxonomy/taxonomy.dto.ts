import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import { IsName, IsText, OptionalNotNull, Required, Satisfies } from '../../../common/http/validators.js';
import { PageInfo } from '../../platform/http/page.dto.js';

/** The two kinds of taxonomy terms that classify MCPs. */
export type TermKind = 'category' | 'tag';

const SLUG = /^[a-z0-9][a-z0-9-]*$/;

const WORD_SLUG_LENGTH = 50;

/** The rule in an error message. */
const WORD_SLUG_RULE = `must be 1 to ${WORD_SLUG_LENGTH} lower-case letters, digits or "-", beginning with a letter or digit`;

/** Whether `text` can be the slug of a category or tag. */
const isTermSlug = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= WORD_SLUG_LENGTH && SLUG.test(text);

const NAME_LENGTH = 100;
const DESCRIPTION_LENGTH = 500;

/** A new category or tag (hub contract 18). */
@ApiSchema({ name: 'CreateWordRequest' })
export class CreateTermRequest {
  @Required({ maxLength: NAME_LENGTH, example: 'File systems' })
  @IsName(NAME_LENGTH)
  name: string;

  @Required({ maxLength: WORD_SLUG_LENGTH, example: 'file-systems' })
  @Satisfies('isTermSlug', isTermSlug, WORD_SLUG_RULE)
  slug: string;

  @OptionalNotNull({ maxLength: DESCRIPTION_LENGTH })
  @IsText(0, DESCRIPTION_LENGTH)
  description?: string;
}

/** Changes of a category or tag; omitted fields stay. */
@ApiSchema({ name: 'ChangeWordRequest' })
export class ChangeTermRequest {
  @OptionalNotNull({ maxLength: NAME_LENGTH, example: 'File systems' })
  @IsName(NAME_LENGTH)
  name?: string;

  @OptionalNotNull({ maxLength: WORD_SLUG_LENGTH, example: 'file-systems' })
  @Satisfies('isTermSlug', isTermSlug, WORD_SLUG_RULE)
  slug?: string;

  @OptionalNotNull({ maxLength: DESCRIPTION_LENGTH })
  @IsText(0, DESCRIPTION_LENGTH)
  description?: string;
}

/** A category or a tag. */
@ApiSchema({ name: 'WordView' })
export class TermView {
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

/** A page of the categories, by slug. */
export class CategoryList extends PageInfo {
  @ApiProperty({ type: [TermView] })
  categories: TermView[];
}

/** A page of the tags, by slug. */
export class TagList extends PageInfo {
  @ApiProperty({ type: [TermView] })
  tags: TermView[];
}
