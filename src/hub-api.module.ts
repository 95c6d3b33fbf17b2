import { Module } from '@nestjs/common';
import { AccountCredentialsModule } from './hub/administration/account-credentials/account-credentials.module.js';
import { AdminModule } from './hub/administration/admin/admin.module.js';
import { TokenAdministrationModule } from './hub/administration/token-administration/token-administration.module.js';
import { AdvisoriesModule } from './hub/analysis/advisories/advisories.module.js';
import { AllowListsModule } from './hub/gate/allow-lists/allow-lists.module.js';
import { AnalysisAdministrationModule } from './hub/administration/analysis-administration/analysis-administration.module.js';
import { AnalysisModule } from './hub/analysis/runs/analysis.module.js';
import { AreasModule } from './hub/accounts/areas/areas.module.js';
import { AuditModule } from './hub/audit/events/audit.module.js';
import { AuthenticationModule } from './hub/accounts/authentication/authentication.module.js';
import { BadgesModule } from './hub/catalog/badges/badges.module.js';
import { CatalogCheckModule } from './hub/gate/catalog-check/catalog-check.module.js';
import { CheckpointsModule } from './hub/audit/checkpoints/checkpoints.module.js';
import { CiModule } from './hub/gate/ci/ci.module.js';
import { DecisionsModule } from './hub/gate/catalog-decisions/decisions.module.js';
import { DryRunsModule } from './hub/gate/dry-runs/dry-runs.module.js';
import { EvaluationsModule } from './hub/gate/evaluation-records/evaluations.module.js';
import { DemoModule } from './hub/demo/demo.module.js';
import { EvidenceExportModule } from './hub/assurance/evidence-export/evidence-export.module.js';
import { EvidenceModule } from './hub/catalog/evidence/evidence.module.js';
import { FindingsModule } from './hub/catalog/findings/findings.module.js';
import { GrcModule } from './grc/grc.module.js';
import { DashboardModule } from './hub/dashboard/dashboard.module.js';
import { IdentityModule } from './hub/accounts/identity/identity.module.js';
import { IntakeModule } from './hub/catalog/intake/intake.module.js';
import { InvitationsModule } from './hub/accounts/invitations/invitations.module.js';
import { LaunchModule } from './hub/gate/launch/launch.module.js';
import { ManagedSettingsModule } from './hub/gate/managed-settings/managed-settings.module.js';
import { McpAdministrationModule } from './hub/administration/mcp-administration/mcp-administration.module.js';
import { McpsModule } from './hub/catalog/mcps/mcps.module.js';
import { MemberSecretsModule } from './hub/administration/member-secrets/member-secrets.module.js';
import { MembersModule } from './hub/administration/members/members.module.js';
import { ObjectsModule } from './hub/platform/objects/objects.module.js';
import { OrgsModule } from './hub/accounts/organizations/orgs.module.js';
import { OperatorMembersModule } from './hub/administration/operator-members/operator-members.module.js';
import { OutboundWebhooksModule } from './hub/notifications/outbound-webhooks/outbound-webhooks.module.js';
import { PoliciesModule } from './hub/gate/policies/policies.module.js';
import { PublicationModule } from './hub/analysis/publication/publication.module.js';
import { RecordingModule } from './hub/analysis/recording/recording.module.js';
import { OrgSecurityModule } from './hub/assurance/org-security/org-security.module.js';
import { RegistryApiModule } from './hub/gate/server-lists/registry-api.module.js';
import { RegistryClientModule } from './hub/platform/registry-client/registry-client.module.js';
import { RegistryEventsModule } from './hub/ingestion/registry-events/registry-events.module.js';
import { RegistryTokensModule } from './hub/administration/registry-tokens/registry-tokens.module.js';
import { ReportsModule } from './reports/reports.module.js';
import { RetentionModule } from './hub/administration/retention/retention.module.js';
import { ScansModule } from './hub/analysis/scans/scans.module.js';
import { ServiceTokensModule } from './hub/accounts/service-tokens/service-tokens.module.js';
import { SignedDecisionsModule } from './hub/gate/signed-decisions/signed-decisions.module.js';
import { SignInModule } from './hub/accounts/sign-in/sign-in.module.js';
import { SigningModule } from './hub/platform/signing/signing.module.js';
import { SnapshotsModule } from './hub/catalog/snapshots/snapshots.module.js';
import { SourceSecretsModule } from './hub/ingestion/source-secrets/source-secrets.module.js';
import { SuppressionsModule } from './hub/catalog/suppressions/suppressions.module.js';
import { TaxonomyModule } from './hub/catalog/taxonomy/taxonomy.module.js';
import { UploadsModule } from './hub/ingestion/uploads/uploads.module.js';
import { VersionEventsModule } from './hub/catalog/version-events/version-events.module.js';
import { VersionNewsModule } from './hub/gate/version-news/version-news.module.js';
import { WebhooksModule } from './hub/ingestion/webhooks/webhooks.module.js';

/** The feature modules of the hub's API. Their OpenAPI tags are documented in this order. */
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
  EvaluationsModule,
  DryRunsModule,
  CatalogCheckModule,
  LaunchModule,
  DecisionsModule,
  ManagedSettingsModule,
  AllowListsModule,
  RegistryApiModule,
  SignedDecisionsModule,
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

/** The hub API, `/api/v1`, with reports and the GRC API. */
@Module({ imports: [...HUB_MODULES] })
export class HubApiModule {}
