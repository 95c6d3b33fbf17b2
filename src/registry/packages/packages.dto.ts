import { ApiProperty } from '@nestjs/swagger';

/** The common part of every response about a package (registry contract 23). */
export class PackageEntry {
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
