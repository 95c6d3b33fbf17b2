import { Module } from '@nestjs/common';
import { AccountCredentialsModule } from './account-credentials/account-credentials.module.js';
import { AdminModule } from './admin/admin.module.js';
import { TokenAdministrationModule } from './token-administration/token-administration.module.js';
import { AdvisoriesModule } from './advisories/advisories.module.js';
import { AllowListsModule } from './allow-lists/allow-lists.module.js';
import { AnalysisAdministrationModule } from './analysis-administration/analysis-administration.module.js';
import { AnalysisModule } from './analysis/analysis.module.js';
import { AreasModule } from './areas/areas.module.js';
import { AuditModule } from './audit/audit.module.js';
import { AuthenticationModule } from './authentication/authentication.module.js';
import { BadgesModule } from './badges/badges.module.js';
import { CatalogCheckModule } from './catalog-check/catalog-check.module.js';
import { CheckpointsModule } from './checkpoints/checkpoints.module.js';
import { CiModule } from './ci/ci.module.js';
import { DecisionsModule } from './decisions/decisions.module.js';
import { DemoModule } from './demo/demo.module.js';
import { EvidenceExportModule } from './evidence-export/evidence-export.module.js';
import { EvidenceModule } from './evidence/evidence.module.js';
import { FindingsModule } from './findings/findings.module.js';
import { GrcModule } from './grc/grc.module.js';
import { DashboardModule } from './dashboard/dashboard.module.js';
import { IdentityModule } from './identity/identity.module.js';
import { IntakeModule } from './intake/intake.module.js';
import { InvitationsModule } from './invitations/invitations.module.js';
import { LaunchModule } from './launch/launch.module.js';
import { ManagedSettingsModule } from './managed-settings/managed-settings.module.js';
import { McpAdministrationModule } from './mcp-administration/mcp-administration.module.js';
import { McpsModule } from './mcps/mcps.module.js';
import { MemberSecretsModule } from './member-secrets/member-secrets.module.js';
import { MembersModule } from './members/members.module.js';
import { ObjectsModule } from './objects/objects.module.js';
import { OrgsModule } from './orgs/orgs.module.js';
import { OperatorMembersModule } from './operator-members/operator-members.module.js';
import { OutboundWebhooksModule } from './outbound-webhooks/outbound-webhooks.module.js';
import { PoliciesModule } from './policies/policies.module.js';
import { PublicationModule } from './publication/publication.module.js';
import { RecordingModule } from './recording/recording.module.js';
import { OrgSecurityModule } from './org-security/org-security.module.js';
import { RegistryApiModule } from './registry-api/registry-api.module.js';
import { RegistryClientModule } from './registry-client/registry-client.module.js';
import { RegistryEventsModule } from './registry-events/registry-events.module.js';
import { RegistryTokensModule } from './registry-tokens/registry-tokens.module.js';
import { ReportsModule } from './reports/reports.module.js';
import { RetentionModule } from './retention/retention.module.js';
import { ScansModule } from './scans/scans.module.js';
import { ServiceTokensModule } from './service-tokens/service-tokens.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { SigningModule } from './signing/signing.module.js';
import { SnapshotsModule } from './snapshots/snapshots.module.js';
import { SourceSecretsModule } from './source-secrets/source-secrets.module.js';
import { SuppressionsModule } from './suppressions/suppressions.module.js';
import { TaxonomyModule } from './taxonomy/taxonomy.module.js';
import { UploadsModule } from './uploads/uploads.module.js';
import { VersionEventsModule } from './version-events/version-events.module.js';
import { VersionNewsModule } from './version-news/version-news.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/** The hub's feature modules. Their OpenAPI tags are documented in this order. */
export const HUB_MODULES = [
  BadgesModule,
  McpsModule,
  IdentityModule,
  SignInModule,
  OrgsModule,
  PoliciesModule,
  MembersModule,
  AreasModule,
  WebhooksModule,
  UploadsModule,
  OutboundWebhooksModule,
  ServiceTokensModule,
  AuditModule,
  CheckpointsModule,
  RetentionModule,
  AccountCredentialsModule,
  AdminModule,
  TokenAdministrationModule,
  AdvisoriesModule,
  CiModule,
  CatalogCheckModule,
  LaunchModule,
  DecisionsModule,
  ManagedSettingsModule,
  AllowListsModule,
  RegistryApiModule,
  ReportsModule,
  ScansModule,
  GrcModule,
  DashboardModule,
  OrgSecurityModule,
  InvitationsModule,
  TaxonomyModule,
  SigningModule,
  AnalysisAdministrationModule,
  IntakeModule,
  ObjectsModule,
  SnapshotsModule,
  FindingsModule,
  EvidenceModule,
  EvidenceExportModule,
  RecordingModule,
  SuppressionsModule,
  AnalysisModule,
  McpAdministrationModule,
  SourceSecretsModule,
  MemberSecretsModule,
  OperatorMembersModule,
  PublicationModule,
  AuthenticationModule,
  RegistryClientModule,
  RegistryEventsModule,
  RegistryTokensModule,
  VersionEventsModule,
  VersionNewsModule,
  DemoModule,
] as const;

/** The hub API, `/api/v1`. */
@Module({ imports: [...HUB_MODULES] })
export class HubModule {}
