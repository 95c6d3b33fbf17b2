import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayUnique, IsArray, IsIn, IsInt, Max, Min } from 'class-validator';
import { AsSent } from '../../common/http/as-sent.js';
import { IsText, OptionalNotNull, Required, Satisfies } from '../../common/http/validators.js';
import { isObject } from '../../common/values/json.js';
import { isSha256Digest, SHA256_DIGEST_RULE, type Sha256Digest } from '../../common/values/sha256-digest.js';
import { isRepositoryUrl, REPOSITORY_URL_RULE } from '../../common/values/repository-url.js';
import { isStorableText } from '../../common/values/text.js';
import { UploadInstruction } from '../artifacts/artifacts.dto.js';
import { DIGEST_PATTERN, EXAMPLE_DIGEST, IsDigest, IsStrictSemVer } from '../registry.dto.js';
import { ALIAS_RULE, isAlias, MAX_REFERENCE_LENGTH } from './version-reference.js';
import {
  REQUESTABLE_STATUSES,
  VERSION_STATUSES,
  type RequestableStatus,
  type VersionStatus,
} from './version-status.js';

const EXAMPLE_COMMIT = '2fd4e1c67a2d28fced849ee1bb76e7391b93eb12';
const EXAMPLE_MANIFEST = {
  schema_version: 1,
  package: { id: 'acme/files', version: '1.2.3' },
  runtime: { type: 'node', version: '>=22' },
  entrypoint: { command: ['node', 'dist/index.js'] },
};
const HEX = /^[0-9a-fA-F]{7,64}$/;
const MAX_SAFE_BYTES = Number.MAX_SAFE_INTEGER;
const MAX_EVIDENCE = 100;
const MAX_TAGS = 32;
const MAX_ALIASES = 10;

const IsCommit = (): PropertyDecorator =>
  Satisfies(
    'isCommit',
    (value) => typeof value === 'string' && HEX.test(value),
    'must be a commit hash: 7 to 64 hexadecimal digits',
  );

/** Registry spec, Publish request. */
export class PublishRequest {
  @Required({ example: '1.2.3', description: 'Semantic version.' })
  @IsStrictSemVer()
  version: string;

  @Required({ pattern: DIGEST_PATTERN, example: EXAMPLE_DIGEST })
  @IsDigest()
  bundle_digest: Sha256Digest;

  @Required({ type: 'integer', minimum: 1, example: 48_213 })
  @Min(1)
  @Max(MAX_SAFE_BYTES)
  @IsInt()
  bundle_size_bytes: number;

  @Required({ type: 'object', additionalProperties: true, example: EXAMPLE_MANIFEST })
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
  @IsText(1, 255)
  repo_ref: string;

  @Required({ example: EXAMPLE_COMMIT })
  @IsCommit()
  repo_commit: string;

  @OptionalNotNull({ type: 'integer', minimum: 0, maximum: 3, example: 2 })
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
    enum: ['draft', 'ingested'],
    default: 'ingested',
    description: 'A draft may be published over.',
  })
  @IsIn(['draft', 'ingested'])
  status?: 'draft' | 'ingested';

  @OptionalNotNull({
    enum: ['public', 'private'],
    description: 'Visibility of the package; private at first, unchanged when left out.',
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
    description: 'Further names of the version, such as the hub’s.',
    example: ['commit-2fd4e1c-20260131'],
  })
  @Satisfies('areAliases', isAlias, `each item ${ALIAS_RULE}`, { each: true })
  @ArrayUnique()
  @ArrayMaxSize(MAX_ALIASES)
  @IsArray()
  aliases?: string[];
}

/** The registered version, and where its bundle goes (registry spec, POST publish). */
export class PublishResponse {
  @ApiProperty({ example: '1.2.3' })
  version: string;

  @ApiProperty({ enum: ['draft', 'ingested'] })
  status: VersionStatus;

  @ApiProperty({
    type: UploadInstruction,
    nullable: true,
    description: 'Null when the bundle is uploaded through the registry, or is stored already.',
  })
  bundle_upload: UploadInstruction | null;
}

/** The state that a version shall have, one of those that can be asked for. */
export class StatusRequest {
  @Required({ enum: [...REQUESTABLE_STATUSES] })
  @IsIn([...REQUESTABLE_STATUSES])
  status: RequestableStatus;

  @OptionalNotNull({ maxLength: 1000, description: 'Why the version is revoked.' })
  @IsText(0, 1000)
  reason?: string;
}

/** The state that a version has now. */
export class StatusResponse {
  @ApiProperty({ example: '1.2.3' })
  version: string;

  @ApiProperty({ enum: [...VERSION_STATUSES] })
  status: VersionStatus;
}

/** Registry spec, Version summary. */
export class VersionSummary {
  @ApiProperty({ example: '1.2.3' })
  version: string;

  @ApiProperty({ enum: [...VERSION_STATUSES] })
  status: VersionStatus;

  @ApiProperty({ format: 'date-time', example: '2026-01-31T12:00:00.000Z' })
  created_at: string;

  @ApiProperty({ example: EXAMPLE_COMMIT })
  git_sha: string;
}

/** All versions of a package, newest first. */
export class VersionList {
  @ApiProperty({ type: [VersionSummary], description: 'Newest first.' })
  versions: VersionSummary[];
}

/** What a caller calls a version by (decisions, registry 10). */
export class ResolveQuery {
  @Required({
    example: 'latest',
    maxLength: MAX_REFERENCE_LENGTH,
    description:
      'Version, alias, git SHA (at least 7 digits), manifest or bundle digest, `latest`, or a SemVer range.',
  })
  @IsText(1, MAX_REFERENCE_LENGTH)
  ref: string;
}

class ArtifactLink {
  @ApiProperty({ pattern: DIGEST_PATTERN, example: EXAMPLE_DIGEST })
  digest: string;

  @ApiProperty({ example: `/v1/org/acme/artifacts/${EXAMPLE_DIGEST}/manifest` })
  url: string;
}

class BundleLink extends ArtifactLink {
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

  @ApiProperty({ enum: [...VERSION_STATUSES] })
  status: VersionStatus;

  @ApiProperty({ example: EXAMPLE_COMMIT })
  git_sha: string;

  @ApiProperty({ example: 'https://github.com/acme/files' })
  repo_url: string;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 3, example: 2 })
  certification_level: number;

  @ApiProperty({ type: String, nullable: true, format: 'date-time', example: '2026-01-31T12:00:00.000Z' })
  published_at: string | null;

  @ApiProperty({ type: ArtifactLink })
  manifest: ArtifactLink;

  @ApiProperty({ type: BundleLink })
  bundle: BundleLink;

  @ApiProperty({ type: [EvidenceLink], description: 'The evidence that is stored.' })
  evidence: EvidenceLink[];
}

/** Registry spec, Resolved version, with the extra fields of decisions, registry 10. */
export class ResolvedVersion {
  @ApiProperty({ example: 'acme/files' })
  package: string;

  @ApiProperty({ example: 'latest', description: 'The reference that was asked for.' })
  ref: string;

  @ApiProperty({ enum: ['official', 'verified', 'community'] })
  origin: 'official' | 'verified' | 'community';

  @ApiProperty({ type: ResolvedContent })
  resolved: ResolvedContent;
}
