import { ApiProperty } from '@nestjs/swagger';
import {
  isOrganizationSlug,
  isPackageName,
  ORGANIZATION_MAX_LENGTH,
  ORGANIZATION_RULE,
  PACKAGE_MAX_LENGTH,
  PACKAGE_RULE,
} from '../common/values/names.js';
import { isSha256Digest, SHA256_DIGEST_RULE, type Sha256Digest } from '../common/values/sha256-digest.js';
import { parseSemanticVersion, SEMVER_RULE } from '../common/values/semantic-version.js';
import { Required, Satisfies } from '../common/http/validators.js';

const NAME_PATTERN = '^[A-Za-z0-9][A-Za-z0-9_-]*$';
/** The form of a digest in the OpenAPI document. */
export const DIGEST_PATTERN = '^sha256:[0-9a-f]{64}$';
export const EXAMPLE_DIGEST = 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** A commit for the examples of the OpenAPI document. */
export const EXAMPLE_COMMIT = '2fd4e1c67a2d28fced849ee1bb76e7391b93eb12';

/** The property is `sha256:` and 64 lower-case hexadecimal digits. */
export const IsDigest = (): PropertyDecorator =>
  Satisfies('isSha256Digest', isSha256Digest, SHA256_DIGEST_RULE);

/** The property is a strict SemVer 2.0.0 version. */
export const IsStrictSemVer = (): PropertyDecorator =>
  Satisfies('isStrictSemVer', (value) => parseSemanticVersion(value) !== undefined, SEMVER_RULE);

/** Stands for the newest version: the latest or, if none is published, the one created last. No version has this name: it is not a semantic version. */
export const NEWEST = 'newest';

const isShownVersion = (value: unknown): boolean =>
  value === NEWEST || parseSemanticVersion(value) !== undefined;

/** Path of an organization. */
export class OrganizationPath {
  @Required({ maxLength: ORGANIZATION_MAX_LENGTH, pattern: NAME_PATTERN, example: 'acme' })
  @Satisfies('isOrganizationSlug', isOrganizationSlug, ORGANIZATION_RULE)
  org: string;
}

/** Path of a package. */
export class PackagePath extends OrganizationPath {
  @Required({ maxLength: PACKAGE_MAX_LENGTH, pattern: NAME_PATTERN, example: 'files' })
  @Satisfies('isPackageName', isPackageName, PACKAGE_RULE)
  name: string;
}

/** Path of a version. */
export class VersionPath extends PackagePath {
  @Required({ example: '1.2.3' })
  @IsStrictSemVer()
  version: string;
}

/** Path of a version that is shown. */
export class ShownVersionPath extends PackagePath {
  @Required({
    example: '1.2.3',
    description:
      'A version, or `newest`: the one that `latest` resolves to or, if none is published, the one created last.',
  })
  @Satisfies('isShownVersion', isShownVersion, `${SEMVER_RULE}, or ${NEWEST}`)
  version: string;
}

/** Path of an artifact. */
export class ArtifactPath extends OrganizationPath {
  @Required({ type: 'string', pattern: DIGEST_PATTERN, example: EXAMPLE_DIGEST })
  @IsDigest()
  digest: Sha256Digest;
}

const EVIDENCE_KIND = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** The property names a kind of evidence, such as `sbom`. */
export const IsEvidenceKind = (): PropertyDecorator =>
  Satisfies(
    'isEvidenceKind',
    (value) => typeof value === 'string' && EVIDENCE_KIND.test(value),
    'must be 1 to 64 letters, digits, ".", "_" or "-", beginning with a letter or digit',
  );

/** Path of an evidence artifact. */
export class EvidencePath extends ArtifactPath {
  @Required({ pattern: EVIDENCE_KIND.source, example: 'sbom' })
  @IsEvidenceKind()
  kind: string;
}

/** The common part of every error response. */
class ErrorContent {
  @ApiProperty({ example: 'not_found', description: 'Machine name of the error.' })
  code: string;

  @ApiProperty({ example: 'package not found' })
  message: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: {},
    description: 'Names the invalid field and its rule.',
  })
  details: object;
}

/** The body of every error (registry contract 15). */
export class RegistryError {
  @ApiProperty({
    example: 'package not found',
    description: 'The same as `error.message`, for older clients.',
  })
  message: string;

  @ApiProperty({ type: ErrorContent })
  error: ErrorContent;
}
