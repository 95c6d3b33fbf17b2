import { ApiProperty } from '@nestjs/swagger';

/** The common part of every response about a package (registry contract 23). */
class PackageEntry {
  @ApiProperty({ example: 'acme/files' })
  id: string;

  @ApiProperty({ example: 'acme' })
  org_id: string;

  @ApiProperty({ example: 'files' })
  name: string;

  @ApiProperty({ enum: ['public', 'private'] })
  visibility: string;

  @ApiProperty({ example: 'Reads and writes files' })
  description: string;

  @ApiProperty({ type: [String], example: ['files'] })
  tags: string[];
}

/** The response of the package endpoint. */
export class PackageDetail extends PackageEntry {
  @ApiProperty({ type: String, nullable: true, example: null })
  default_policy_ref: string | null;
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
