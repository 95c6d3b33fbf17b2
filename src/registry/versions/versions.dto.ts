import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayUnique, IsArray, IsIn, IsInt, Max, Min } from 'class-validator';
import {
  AsSent,
  IsSingleLine,
  IsText,
  OptionalNotNull,
  Required,
  Satisfies,
} from '../../common/http/validators.js';
import { isObject } from '../../common/values/json.js';
import { isSha256Digest, SHA256_DIGEST_RULE, type Sha256Digest } from '../../common/values/sha256-digest.js';
import { isRepositoryUrl, REPOSITORY_URL_RULE } from '../../common/values/repository-url.js';
import { isStorableText } from '../../common/values/text.js';
import { UploadInstruction } from '../artifacts/artifacts.dto.js';
import { DIGEST_PATTERN, EXAMPLE_DIGEST, IsDigest, IsStrictSemVer } from '../registry.dto.js';
import { MANIFEST_SCHEMA } from './manifest-schema.js';
import { hasFewAlternatives, RANGE_RULE } from './range-intervals.js';
import { PACKAGE_ORIGINS, type PackageOrigin } from './package-origin.js';
import { WARNING_CODES, WARNINGS, type WarningCode } from './publish-warnings.js';
import { ALIAS_RULE, isAlias, MAX_REFERENCE_LENGTH } from './version-reference.js';
import {
  PUBLISH_STATUSES,
  REQUESTABLE_STATUSES,
  VERSION_STATUSES,
  type PublishStatus,
  type RequestableStatus,
  type VersionStatus,
} from './version-status.js';

/** A commit for the examples of the OpenAPI document. */
const EXAMPLE_COMMIT = '2fd4e1c67a2d28fced849ee1bb76e7391b93eb12';
const HEX = /^[0-9a-fA-F]{7,64}$/;
const MAX_SAFE_BYTES = Number.MAX_SAFE_INTEGER;
const MAX_EVIDENCE = 100;
const MAX_TAGS = 32;
const MAX_ALIASES = 10;
const MAX_REASON_LENGTH = 1000;

const IsCommit = (): PropertyDecorator =>
  Satisfies(
    'isCommit',
    (value) => typeof value === 'string' && HEX.test(value),
    'must be a commit hash: 7 to 64 hexadecimal digits',
  );

// Git allows no ref that begins with "-", which would be an option on a command line.
const isRefName = (value: unknown): boolean =>
  isStorableText(value, 255) && value !== '' && !value.startsWith('-');

/** A version to publish (registry contract 7). */
export class PublishRequest {
  @Required({ example: '1.2.3', description: 'Semantic version.' })
  @IsStrictSemVer()
  version: string;

  @Required({ type: 'string', pattern: DIGEST_PATTERN, example: EXAMPLE_DIGEST })
  @IsDigest()
  bundle_digest: Sha256Digest;

  @Required({ type: 'integer', minimum: 1, example: 48_213 })
  @Min(1)
  @Max(MAX_SAFE_BYTES)
  @IsInt()
  bundle_size_bytes: number;

  @Required(MANIFEST_SCHEMA)
  @AsSent()
  @Satisfies('isObject', isObject, 'must be an object')
  manifest_json: object;

  @Required({ example: EXAMPLE_COMMIT })
  @IsCommit()
  git_sha: string;

  @Required({ example: 'https://github.com/acme/files', maxLength: 2048 })
  @Satisfies('isRepositoryUrl', isRepositoryUrl, REPOSITORY_URL_RULE)
  repo_url: string;

  @Required({ enum: ['public', 'private'] })
  @IsIn(['public', 'private'])
  repo_visibility: string;

  @Required({ enum: ['github', 'gitlab', 'bitbucket'] })
  @IsIn(['github', 'gitlab', 'bitbucket'])
  repo_provider: string;

  @Required({ example: 'v1.2.3', maxLength: 255 })
  @Satisfies(
    'isRefName',
    isRefName,
    'must be a git tag or branch of 1 to 255 characters, not beginning with "-"',
  )
  repo_ref: string;

  @Required({ example: EXAMPLE_COMMIT })
  @IsCommit()
  repo_commit: string;

  @OptionalNotNull({
    type: 'integer',
    minimum: 0,
    maximum: 3,
    example: 2,
    description:
      'The publisher’s claim, shown as `claimed_certification_level`. With scope `admin:publish` it is a certifier’s verdict too.',
  })
  @Max(3)
  @Min(0)
  @IsInt()
  certification_level?: number;

  @OptionalNotNull({ type: [String], maxItems: MAX_EVIDENCE, example: [EXAMPLE_DIGEST] })
  @Satisfies('areDigests', isSha256Digest, `each item ${SHA256_DIGEST_RULE}`, { each: true })
  @ArrayUnique()
  @ArrayMaxSize(MAX_EVIDENCE)
  @IsArray()
  evidence_digests?: Sha256Digest[];

  @OptionalNotNull({
    enum: [...PUBLISH_STATUSES],
    default: 'ingested',
    description: 'Publishing a draft again replaces it.',
  })
  @IsIn(PUBLISH_STATUSES)
  status?: PublishStatus;

  @OptionalNotNull({
    enum: ['public', 'private'],
    description:
      'Visibility of the package from the publication of this version on. A new package is private; without this field, nothing changes.',
  })
  @IsIn(['public', 'private'])
  visibility?: 'public' | 'private';

  @OptionalNotNull({ maxLength: 2000, description: 'Description of the package.' })
  @IsText(0, 2000)
  description?: string;

  @OptionalNotNull({
    type: [String],
    maxItems: MAX_TAGS,
    description: 'Tags of the package.',
    example: ['files'],
  })
  @Satisfies(
    'areTags',
    (tag) => isStorableText(tag, 64) && tag !== '',
    'each item must be a string of 1 to 64 characters',
    {
      each: true,
    },
  )
  @ArrayUnique()
  @ArrayMaxSize(MAX_TAGS)
  @IsArray()
  tags?: string[];

  @OptionalNotNull({
    type: [String],
    maxItems: MAX_ALIASES,
    description: 'Other names of the version, such as that of the hub.',
    example: ['commit-2fd4e1c-20260131'],
  })
  @Satisfies('areAliases', isAlias, `each item ${ALIAS_RULE}`, { each: true })
  @ArrayUnique()
  @ArrayMaxSize(MAX_ALIASES)
  @IsArray()
  aliases?: string[];
}

/** A reason why existing clients refuse to run a version (registry contract 19). */
export class PublishWarning {
  @ApiProperty({ enum: [...WARNING_CODES], example: 'bundle_has_links' })
  code: WarningCode;

  @ApiProperty({ example: WARNINGS.bundle_has_links })
  message: string;
}

/** The registered version, and where its bundle goes (registry contract 7). */
export class PublishResponse {
  @ApiProperty({ example: '1.2.3' })
  version: string;

  @ApiProperty({ enum: [...PUBLISH_STATUSES], example: 'ingested' })
  status: PublishStatus;

  @ApiProperty({
    type: UploadInstruction,
    nullable: true,
    description: 'Null when the bundle is uploaded through the registry, or is stored already.',
  })
  bundle_upload: UploadInstruction | null;

  @ApiPropertyOptional({
    type: [PublishWarning],
    description:
      'Reasons why existing clients refuse to run this version, which is accepted nevertheless. Absent without warnings. Covers the bundle only if it is stored already; otherwise the response to the change of status to `published` does.',
  })
  warnings?: PublishWarning[];
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

/** The bundle of a version, with the size that was announced for it. */
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
