import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsText, Required, Satisfies } from '../../common/http/validators.js';
import { DIGEST_PATTERN, EXAMPLE_COMMIT, EXAMPLE_DIGEST } from '../registry.dto.js';
import { PACKAGE_ORIGINS, type PackageOrigin } from './package-origin.js';
import { hasFewAlternatives, RANGE_RULE } from './range-intervals.js';
import { MAX_REFERENCE_LENGTH } from './version-reference.js';
import { VERSION_STATUSES, type VersionStatus } from './version-status.js';

/** Query of a resolve: a reference to a version (registry contract 10). */
export class ResolveQuery {
  @Required({
    example: 'latest',
    maxLength: MAX_REFERENCE_LENGTH,
    description:
      'Version, alias, git SHA (at least 7 digits), manifest or bundle digest, `latest`, a SemVer range, or `commit-<git SHA>-<anything>`.',
  })
  @IsText(1, MAX_REFERENCE_LENGTH)
  @Satisfies('hasFewAlternatives', (ref) => typeof ref !== 'string' || hasFewAlternatives(ref), RANGE_RULE)
  ref: string;
}

/** A stored artifact and where it is downloaded. */
export class ArtifactLink {
  @ApiProperty({ pattern: DIGEST_PATTERN, example: EXAMPLE_DIGEST })
  digest: string;

  @ApiProperty({ example: `/v1/org/acme/artifacts/${EXAMPLE_DIGEST}/manifest` })
  url: string;
}

/** The bundle of a version, with the size that was announced for it; or its MCP bundle, with its own. */
export class BundleLink extends ArtifactLink {
  @ApiProperty({ type: 'integer', example: 48_213 })
  size_bytes: number;
}

class EvidenceLink extends ArtifactLink {
  @ApiProperty({ example: 'sbom' })
  kind: string;
}

class ResolvedContent {
  @ApiProperty({ example: '1.2.3' })
  version: string;

  @ApiProperty({ enum: [...VERSION_STATUSES], example: 'published' })
  status: VersionStatus;

  @ApiProperty({ example: EXAMPLE_COMMIT })
  git_sha: string;

  @ApiProperty({ example: 'https://github.com/acme/files' })
  repo_url: string;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: 3,
    example: 2,
    description: 'A certifier’s verdict about this bundle and manifest; 0 without one.',
  })
  certification_level: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: 3,
    example: 2,
    description: 'The level that the publisher claims; 0 without a claim. Not verified.',
  })
  claimed_certification_level: number;

  @ApiProperty({ type: String, nullable: true, format: 'date-time', example: '2026-01-31T12:00:00.000Z' })
  published_at: string | null;

  @ApiProperty({ type: ArtifactLink })
  manifest: ArtifactLink;

  @ApiProperty({ type: BundleLink })
  bundle: BundleLink;

  @ApiPropertyOptional({
    type: BundleLink,
    description: 'The file `.mcpb` of the version, which desktop clients open; absent while there is none.',
  })
  mcpb?: BundleLink;

  @ApiProperty({ type: [EvidenceLink], description: 'The evidence that is stored.' })
  evidence: EvidenceLink[];
}

/** The response to a resolve (registry contract 10). */
export class ResolvedVersion {
  @ApiProperty({ example: 'acme/files' })
  package: string;

  @ApiProperty({ example: 'latest', description: 'The reference that was asked for.' })
  ref: string;

  @ApiProperty({
    enum: [...PACKAGE_ORIGINS],
    description: 'Origin of the entry with this name in the hub’s catalog; `community` without one.',
  })
  origin: PackageOrigin;

  @ApiProperty({ type: ResolvedContent })
  resolved: ResolvedContent;
}
