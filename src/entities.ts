import { ApiToken } from './access/api-tokens/api-token.entity.js';
import { LocalUser } from './access/local-users/local-user.entity.js';
import { Membership } from './registry/organizations/membership.entity.js';
import { RegistryOrganization } from './registry/organizations/organization.entity.js';
import { AuditChain } from './hub/audit/audit-chain.entity.js';
import { AuditCheckpoint } from './hub/audit/audit-checkpoint.entity.js';
import { AuditEventRow } from './hub/audit/audit-event.entity.js';
import { HubUser } from './hub/identity/hub-user.entity.js';
import { HubSession } from './hub/identity/hub-session.entity.js';
import { Organization } from './hub/orgs/organization.entity.js';
import { OrganizationMember } from './hub/orgs/organization-member.entity.js';
import { Invitation } from './hub/invitations/invitation.entity.js';
import { InvitationMailLog } from './hub/invitations/invitation-mail-log.entity.js';
import { Area } from './hub/areas/area.entity.js';
import { AreaMember } from './hub/areas/area-member.entity.js';
import { ControlResult } from './hub/mcps/control-result.entity.js';
import { McpTag } from './hub/mcps/mcp-tag.entity.js';
import { McpVersion } from './hub/mcps/mcp-version.entity.js';
import { Mcp } from './hub/mcps/mcp.entity.js';
import { Snapshot } from './hub/mcps/snapshot.entity.js';
import { Policy } from './hub/policies/policy.entity.js';
import { ServiceToken } from './hub/service-tokens/service-token.entity.js';
import { SourceEvent } from './hub/source-events/source-event.entity.js';
import { Category } from './hub/taxonomy/category.entity.js';
import { Tag } from './hub/taxonomy/tag.entity.js';
import { WebhookDelivery } from './hub/webhooks/webhook-delivery.entity.js';
import { WebhookEffect } from './hub/webhooks/webhook-effect.entity.js';
import { Artifact } from './registry/artifacts/artifact.entity.js';
import { PresignedUploadRow } from './registry/artifacts/presigned-upload.entity.js';
import { Certification } from './registry/certifications/certification.entity.js';
import { CatalogEntryRow } from './registry/catalog/catalog-entry.entity.js';
import { CatalogRevision } from './registry/catalog/catalog-revision.entity.js';
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
  CatalogEntryRow,
  CatalogRevision,
  Version,
  VersionAlias,
  VersionEvidence,
  Artifact,
  PresignedUploadRow,
  Certification,
  HubUser,
  HubSession,
  Organization,
  OrganizationMember,
  Invitation,
  InvitationMailLog,
  Area,
  AreaMember,
  Policy,
  ServiceToken,
  AuditChain,
  AuditCheckpoint,
  AuditEventRow,
  Category,
  Tag,
  Mcp,
  McpTag,
  McpVersion,
  Snapshot,
  ControlResult,
  SourceEvent,
  WebhookDelivery,
  WebhookEffect,
] as const;
