import { HOST_KINDS } from '@mcp-hub/sources/code-hosts';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayUnique, IsArray, IsIn, IsInt, Max, Min } from 'class-validator';
import { AsSent, IsText, OptionalNotNull, Required, Satisfies } from '../../common/http/validators.js';
import { isObject } from '../../common/values/json.js';
import { isRepositoryUrl, REPOSITORY_URL_RULE } from '../../common/values/repository-url.js';
import { isSha256Digest, SHA256_DIGEST_RULE, type Sha256Digest } from '../../common/values/sha256-digest.js';
import { isName, isStorableText, nameRule } from '../../common/values/text.js';
import { UploadInstruction } from '../artifacts/artifacts.dto.js';
import { DIGEST_PATTERN, EXAMPLE_COMMIT, EXAMPLE_DIGEST, IsDigest, IsStrictSemVer } from '../registry.dto.js';
import { MANIFEST_SCHEMA } from './manifest-schema.js';
import { WARNING_CODES, WARNINGS, type WarningCode } from './publish-warnings.js';
import { ALIAS_RULE, isAlias } from './version-reference.js';
import { PUBLISH_STATUSES, type PublishStatus } from './version-status.js';

const HEX = /^[0-9a-fA-F]{7,64}$/;
const MAX_SAFE_BYTES = Number.MAX_SAFE_INTEGER;
const MAX_EVIDENCE = 100;
const MAX_TAGS = 32;
const MAX_TAG_LENGTH = 64;
const MAX_ALIASES = 10;

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

  @Required({ enum: [...HOST_KINDS] })
  @IsIn(HOST_KINDS)
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
  @Satisfies('areTags', (tag) => isName(tag, MAX_TAG_LENGTH), `each item ${nameRule(MAX_TAG_LENGTH)}`, {
    each: true,
  })
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
    description: 'Null when the bundle is uploaded through the registry.',
  })
  bundle_upload: UploadInstruction | null;

  @ApiPropertyOptional({
    type: [PublishWarning],
    description:
      'Reasons why existing clients refuse to run this version, which is accepted nevertheless. Absent without warnings. Covers the bundle only if it is stored already; otherwise the response to the change of status to `published` does.',
  })
  warnings?: PublishWarning[];
}
