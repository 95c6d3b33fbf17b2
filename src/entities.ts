import { ApiToken } from './auth/api-tokens/api-token.entity.js';
import { LocalUser } from './auth/local-users/local-user.entity.js';
import { Membership } from './auth/memberships/membership.entity.js';
import { RegistryOrganization } from './auth/memberships/organization.entity.js';
import { Artifact } from './registry/artifacts/artifact.entity.js';
import { PresignedUploadRow } from './registry/artifacts/presigned-upload.entity.js';
import { Package } from './registry/packages/package.entity.js';
import { VersionAlias } from './registry/versions/version-alias.entity.js';
import { VersionEvidence } from './registry/versions/version-evidence.entity.js';
import { Version } from './registry/versions/version.entity.js';

/** Every table of the product; a test compares them with what the migrations make. */
export const ENTITIES = [
  LocalUser,
  RegistryOrganization,
  Membership,
  ApiToken,
  Package,
  Version,
  VersionAlias,
  VersionEvidence,
  Artifact,
  PresignedUploadRow,
] as const;
