import { ApiProperty, OmitType } from '@nestjs/swagger';
import { CatalogQuery } from './mcps.dto.js';

/** Search and filters of the catalog, without a page. */
export class FacetsQuery extends OmitType(CatalogQuery, ['limit', 'offset', 'sort']) {}

const Count = (example: number, description?: string): PropertyDecorator =>
  ApiProperty({ type: 'integer', minimum: 0, example, ...(description !== undefined && { description }) });

/** The number of MCPs with a category or tag. */
export class TermFacet {
  @ApiProperty({ example: 'file-systems' })
  slug: string;

  @ApiProperty({ example: 'File systems' })
  name: string;

  @Count(12)
  count: number;
}

/** The number of MCPs in a language. */
export class LanguageFacet {
  @ApiProperty({ example: 'TypeScript' })
  name: string;

  @Count(30)
  count: number;
}

/** The number of MCPs on a certification level. */
export class LevelFacet {
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 3, example: 2 })
  level: number;

  @Count(8)
  count: number;
}

/** The number of MCPs with a score in a range. */
export class ScoreFacet {
  @ApiProperty({ type: 'integer', example: 80 })
  min: number;

  @ApiProperty({ type: 'integer', example: 89, description: 'Inclusive.' })
  max: number;

  @Count(5)
  count: number;
}

/** The numbers of MCPs by what they can be filtered by. */
export class CatalogFacets {
  @Count(42, 'Number of MCPs that match all filters.')
  total: number;

  @ApiProperty({ type: [TermFacet], description: 'Most MCPs first; at most 200.' })
  categories: TermFacet[];

  @ApiProperty({ type: [TermFacet], description: 'Most MCPs first; at most 50.' })
  tags: TermFacet[];

  @ApiProperty({ type: [LanguageFacet], description: 'Most MCPs first; at most 50.' })
  languages: LanguageFacet[];

  @ApiProperty({ type: [LevelFacet], description: 'Levels 0 to 3 of newest versions.' })
  levels: LevelFacet[];

  @ApiProperty({ type: [ScoreFacet], description: '0–49, 50–69, 70–79, 80–89 and 90–100.' })
  scores: ScoreFacet[];

  @Count(2, 'MCPs whose newest version is not analyzed.')
  unscored: number;
}
