import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { IsSingleLine, OptionalNotNull, Required } from '../../common/http/validators.js';
import { Certification } from '../certifications/certifications.dto.js';
import { EXAMPLE_COMMIT } from '../registry.dto.js';
import { PublishWarning } from './publish.dto.js';
import { ArtifactLink, BundleLink } from './resolve.dto.js';
import {
  REQUESTABLE_STATUSES,
  VERSION_STATUSES,
  type RequestableStatus,
  type VersionStatus,
} from './version-status.js';

const MAX_REASON_LENGTH = 1000;

/** A version in a list (registry contract 23). */
export class VersionSummary {
  @ApiProperty({ example: '1.2.3' })
  version: string;

  @ApiProperty({ enum: [...VERSION_STATUSES], example: 'published' })
  status: VersionStatus;

  @ApiProperty({ format: 'date-time', example: '2026-01-31T12:00:00.000Z' })
  created_at: string;

  @ApiProperty({ example: EXAMPLE_COMMIT })
  git_sha: string;

  @ApiPropertyOptional({
    format: 'date-time',
    description: 'When the version was revoked; revoked versions only.',
  })
  revoked_at?: string;

  @ApiPropertyOptional({
    description: 'Why the version was revoked, if a reason was given; revoked versions only.',
  })
  reason?: string;
}

/** All versions of a package, newest first. */
export class VersionList {
  @ApiProperty({ type: [VersionSummary], description: 'Newest first.' })
  versions: VersionSummary[];
}

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

/** The requested status of a version. */
export class StatusRequest {
  @Required({ enum: [...REQUESTABLE_STATUSES], example: 'revoked' })
  @IsIn([...REQUESTABLE_STATUSES])
  status: RequestableStatus;

  @OptionalNotNull({
    maxLength: MAX_REASON_LENGTH,
    example: 'leaks a credential; use 1.2.4',
    description:
      'Why the version is revoked, in one line; ignored for other statuses. Everyone who may see the package sees it.',
  })
  @IsSingleLine(MAX_REASON_LENGTH)
  reason?: string;
}

/** The current status of a version. */
export class StatusResponse {
  @ApiProperty({ example: '1.2.3' })
  version: string;

  @ApiProperty({ enum: [...VERSION_STATUSES], example: 'published' })
  status: VersionStatus;

  @ApiPropertyOptional({
    type: [PublishWarning],
    description:
      'What existing clients refuse about the bundle of a version that was just published. Absent without warnings, and when a few seconds were not enough to read the bundle.',
  })
  warnings?: PublishWarning[];
}
