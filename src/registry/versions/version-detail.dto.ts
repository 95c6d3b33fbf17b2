import { ApiProperty } from '@nestjs/swagger';
import { Certification } from '../certifications/certifications.dto.js';
import { ArtifactLink, BundleLink, VersionSummary } from './versions.dto.js';

/** One version in full, of any status, so that revoked ones can be inspected (registry contract 10). */
export class VersionDetail extends VersionSummary {
  @ApiProperty({ type: String, nullable: true, format: 'date-time', example: '2026-01-31T12:00:00.000Z' })
  published_at: string | null;

  @ApiProperty({ example: 'https://github.com/acme/files' })
  repo_url: string;

  @ApiProperty({ example: 'v1.2.3' })
  repo_ref: string;

  @ApiProperty({ type: [String], example: ['commit-2fd4e1c-20260131'] })
  aliases: string[];

  @ApiProperty({
    type: Certification,
    nullable: true,
    description: 'The newest verdict of a certifier; null without one.',
  })
  certification: Certification | null;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: 3,
    example: 2,
    description: 'The level that the publisher claims; 0 without a claim.',
  })
  claimed_certification_level: number;

  @ApiProperty({
    type: ArtifactLink,
    nullable: true,
    description:
      'Null for callers who may not resolve versions of this status: `mcp:resolve` for published ones, `mcp:resolve:prepublish` for all others.',
  })
  manifest: ArtifactLink | null;

  @ApiProperty({ type: BundleLink, nullable: true, description: 'Null when `manifest` is.' })
  bundle: BundleLink | null;
}
