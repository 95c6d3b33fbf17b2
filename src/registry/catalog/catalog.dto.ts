import { ApiProperty } from '@nestjs/swagger';
import { IsQueryInteger, IsText, OptionalNotNull, Satisfies } from '../../common/http/validators.js';
import { isOrganizationSlug, ORGANIZATION_RULE } from '../../common/values/names.js';
import { PackageEntry } from '../packages/packages.dto.js';

const MAX_LIMIT = 1000;

/** Filter and page size (registry contract 13). */
export class CatalogQuery {
  @OptionalNotNull({ example: 'acme', description: 'Packages of this organization only.' })
  @Satisfies('isOrganizationSlug', isOrganizationSlug, ORGANIZATION_RULE)
  org?: string;

  @OptionalNotNull({
    example: 'files',
    maxLength: 200,
    description: 'Words in the id, description or tags: all of them, in any order, regardless of case.',
  })
  @IsText(0, 200)
  q?: string;

  @OptionalNotNull({
    type: 'integer',
    minimum: 1,
    maximum: MAX_LIMIT,
    description: 'Packages per page; without it, one response has all of them.',
  })
  @IsQueryInteger(1, MAX_LIMIT)
  limit?: number;

  @OptionalNotNull({
    maxLength: 1024,
    description: 'Position of the page, from the Link header of the one before.',
  })
  @IsText(1, 1024)
  cursor?: string;
}

/** A package in the catalog (registry contract 13). */
export class CatalogEntry extends PackageEntry {
  @ApiProperty({ example: 'acme/files', description: 'The same as `id`.' })
  package: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '1.2.3',
    description: 'The highest published release, else pre-release; null before the first.',
  })
  latest_version: string | null;
}

/** The catalog, or a page of it. */
export class CatalogPage {
  @ApiProperty({ type: [CatalogEntry] })
  packages: CatalogEntry[];
}
