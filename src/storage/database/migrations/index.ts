import { Registry1795000000000 } from './1795000000000-registry.js';
import { TokenIssuer1795200000000 } from './1795200000000-token-issuer.js';
import { PresignedUploads1795300000000 } from './1795300000000-presigned-uploads.js';
import { Hub1796000000000 } from './1796000000000-hub.js';
import { Catalog1797000000000 } from './1797000000000-catalog.js';
import { InvitationList1798100000000 } from './1798100000000-invitation-list.js';
import { CatalogSearch1798200000000 } from './1798200000000-catalog-search.js';
import { VersionLookups1798300000000 } from './1798300000000-version-lookups.js';
import { TokenUses1798400000000 } from './1798400000000-token-uses.js';
import { Administration1798500000000 } from './1798500000000-administration.js';
import { PaymentSubscription1798600000000 } from './1798600000000-payment-subscription.js';
import { TokenCreators1799000000000 } from './1799000000000-token-creators.js';
import { VerifiedAddresses1799100000000 } from './1799100000000-verified-addresses.js';
import { InvitationMails1799110000000 } from './1799110000000-invitation-mails.js';
import { WebhookEffects1799200000000 } from './1799200000000-webhook-effects.js';
import { AuditCheckpoints1799210000000 } from './1799210000000-audit-checkpoints.js';
import { Certification1799300000000 } from './1799300000000-certification.js';
import { VisibilityAtRelease1799310000000 } from './1799310000000-visibility-at-release.js';
import { WithdrawnMcps1799400000000 } from './1799400000000-withdrawn-mcps.js';
import { OrganizationNames1799410000000 } from './1799410000000-organization-names.js';
import { CatalogEntries1799500000000 } from './1799500000000-catalog-entries.js';
import { VersionCommits1799510000000 } from './1799510000000-version-commits.js';
import { AnalysisJobs1800000000000 } from './1800000000000-analysis-jobs.js';
import { HubObjects1800100000000 } from './1800100000000-hub-objects.js';
import { EvidenceChain1800101000000 } from './1800101000000-evidence-chain.js';
import { Suppressions1800110000000 } from './1800110000000-suppressions.js';
import { Uploads1800200000000 } from './1800200000000-uploads.js';
import { Outbox1800210000000 } from './1800210000000-outbox.js';
import { Publication1800300000000 } from './1800300000000-publication.js';
import { Advisories1800400000000 } from './1800400000000-advisories.js';
import { Scans1800500000000 } from './1800500000000-scans.js';
import { RegistryVersionLookups1800600000000 } from './1800600000000-registry-version-lookups.js';
import { OrganizationFindings1800700000000 } from './1800700000000-organization-findings.js';
import { AuditSeals1800710000000 } from './1800710000000-audit-seals.js';
import { Gate1800800000000 } from './1800800000000-gate.js';
import { AllowLists1800820000000 } from './1800820000000-allow-lists.js';
import { Badges1800830000000 } from './1800830000000-badges.js';
import { Reports1800840000000 } from './1800840000000-reports.js';
import { OutboundWebhooks1800900000000 } from './1800900000000-outbound-webhooks.js';
import { DecidingChanges1800910000000 } from './1800910000000-deciding-changes.js';
import { CatalogFilters1801230000000 } from './1801230000000-catalog-filters.js';
import { NewestVersions1801300000000 } from './1801300000000-newest-versions.js';
import { NewestVersionOfMcps1801301000000 } from './1801301000000-newest-version-of-mcps.js';
import { FollowedRepositories1801310000000 } from './1801310000000-followed-repositories.js';
import { PythonReleases1801320000000 } from './1801320000000-python-releases.js';
import { AppliedPolicies1801325000000 } from './1801325000000-applied-policies.js';
import { SessionRefresh1801330000000 } from './1801330000000-session-refresh.js';
import { DeletedAccounts1801331000000 } from './1801331000000-deleted-accounts.js';
import { McpAccesses1801340000000 } from './1801340000000-mcp-accesses.js';
import { SearchForms1801350000000 } from './1801350000000-search-forms.js';
import { ReleaseChecks1801360000000 } from './1801360000000-release-checks.js';
import { VersionTags1801360500000 } from './1801360500000-version-tags.js';
import { MissingReleaseKeys1801361000000 } from './1801361000000-missing-release-keys.js';
import { SourceEventBackoff1801362000000 } from './1801362000000-source-event-backoff.js';
import { RevokedVersions1801363000000 } from './1801363000000-revoked-versions.js';
import { DeletedMembers1801364000000 } from './1801364000000-deleted-members.js';
import { SignInClaims1801364100000 } from './1801364100000-sign-in-claims.js';
import { FailedReleaseChecks1801366000000 } from './1801366000000-failed-release-checks.js';
import { RegistrySearchForms1801367000000 } from './1801367000000-registry-search-forms.js';
import { MovedTagsDecide1801368000000 } from './1801368000000-moved-tags-decide.js';
import { RegisteredVersions1801368100000 } from './1801368100000-registered-versions.js';
import { EndedCredentials1801370000000 } from './1801370000000-ended-credentials.js';
import { SecretFingerprints1801380000000 } from './1801380000000-secret-fingerprints.js';
import { SuspendedOrganizations1801400000000 } from './1801400000000-suspended-organizations.js';
import { MakersOfSecrets1801400100000 } from './1801400100000-makers-of-secrets.js';
import { WriteCheck1801410000000 } from './1801410000000-write-check.js';
import { FairShares1801420000000 } from './1801420000000-fair-shares.js';
import { FairShareIndexes1801420100000 } from './1801420100000-fair-share-indexes.js';
import { SourceSecrets1801430000000 } from './1801430000000-source-secrets.js';
import { AnnouncedVersions1801440000000 } from './1801440000000-announced-versions.js';
import { WebhookSenders1801445000000 } from './1801445000000-webhook-senders.js';
import { SignedDecisions1801446000000 } from './1801446000000-signed-decisions.js';
import { McpBundles1801447000000 } from './1801447000000-mcp-bundles.js';
import { McpbOfSnapshots1801447100000 } from './1801447100000-mcpb-of-snapshots.js';
import { StartFacts1801449000000 } from './1801449000000-start-facts.js';
import { WithheldReferences1801431000000 } from './1801431000000-withheld-references.js';

/**
 * In the order in which they run. A migration that has landed is never edited.
 *
 * Triggers alone write these tables and columns:
 * - `registry_catalog_entry` and `registry_catalog_revision`, from packages and versions (ADR 35);
 * - `finding_count`, from `finding`, and the organization of both, from `mcp` (ADR 66);
 * - `decision_revision`, from everything that decisions about servers depend on (ADR 71);
 * - `mcp.withdrawn`, from the status of the organization (ADR 38);
 * - `mcp.newest_version_id`, `latest_score` and `latest_level`, from the order of versions (ADR 78, ADR 81);
 * - `registry_organization.suspended`, from the hub's organization of that name (ADR 109).
 *
 * Other triggers refuse to change or delete rows of `audit_event`, `audit_statement`, `audit_seal`, `snapshot` and
 * `control_result`. Only events that a seal covers may be deleted (ADR 68).
 */
export const MIGRATIONS = [
  Registry1795000000000,
  TokenIssuer1795200000000,
  PresignedUploads1795300000000,
  Hub1796000000000,
  Catalog1797000000000,
  InvitationList1798100000000,
  CatalogSearch1798200000000,
  VersionLookups1798300000000,
  TokenUses1798400000000,
  Administration1798500000000,
  PaymentSubscription1798600000000,
  TokenCreators1799000000000,
  VerifiedAddresses1799100000000,
  InvitationMails1799110000000,
  WebhookEffects1799200000000,
  AuditCheckpoints1799210000000,
  Certification1799300000000,
  VisibilityAtRelease1799310000000,
  WithdrawnMcps1799400000000,
  OrganizationNames1799410000000,
  CatalogEntries1799500000000,
  VersionCommits1799510000000,
  AnalysisJobs1800000000000,
  HubObjects1800100000000,
  EvidenceChain1800101000000,
  Suppressions1800110000000,
  Uploads1800200000000,
  Outbox1800210000000,
  Publication1800300000000,
  Advisories1800400000000,
  Scans1800500000000,
  RegistryVersionLookups1800600000000,
  OrganizationFindings1800700000000,
  AuditSeals1800710000000,
  Gate1800800000000,
  AllowLists1800820000000,
  Badges1800830000000,
  Reports1800840000000,
  OutboundWebhooks1800900000000,
  DecidingChanges1800910000000,
  CatalogFilters1801230000000,
  NewestVersions1801300000000,
  NewestVersionOfMcps1801301000000,
  FollowedRepositories1801310000000,
  PythonReleases1801320000000,
  AppliedPolicies1801325000000,
  SessionRefresh1801330000000,
  DeletedAccounts1801331000000,
  McpAccesses1801340000000,
  SearchForms1801350000000,
  ReleaseChecks1801360000000,
  VersionTags1801360500000,
  MissingReleaseKeys1801361000000,
  SourceEventBackoff1801362000000,
  RevokedVersions1801363000000,
  DeletedMembers1801364000000,
  SignInClaims1801364100000,
  FailedReleaseChecks1801366000000,
  RegistrySearchForms1801367000000,
  MovedTagsDecide1801368000000,
  RegisteredVersions1801368100000,
  EndedCredentials1801370000000,
  SecretFingerprints1801380000000,
  SuspendedOrganizations1801400000000,
  MakersOfSecrets1801400100000,
  WriteCheck1801410000000,
  FairShares1801420000000,
  FairShareIndexes1801420100000,
  SourceSecrets1801430000000,
  WithheldReferences1801431000000,
  AnnouncedVersions1801440000000,
  WebhookSenders1801445000000,
  SignedDecisions1801446000000,
  McpBundles1801447000000,
  McpbOfSnapshots1801447100000,
  StartFacts1801449000000,
] as const;
