import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Membership } from './organizations/membership.entity.js';
import { RegistryOrganization } from './organizations/organization.entity.js';
import { Artifact } from './artifacts/artifact.entity.js';
import { PresignedUploadRow } from './artifacts/presigned-upload.entity.js';
import { Certification } from './certifications/certification.entity.js';
import { CatalogEntryRow } from './catalog/catalog-entry.entity.js';
import { CatalogRevision } from './catalog/catalog-revision.entity.js';
import { Package } from './packages/package.entity.js';
import { VersionAlias } from './versions/version-alias.entity.js';
import { AnnouncementJob } from './versions/announcement-job.js';
import { UnannouncedVersionsRepository } from './versions/unannounced-versions.repository.js';
import { VersionEvidence } from './versions/version-evidence.entity.js';
import { Version } from './versions/version.entity.js';
import { ApiTokensController } from './api-tokens/api-tokens.controller.js';
import { ApiTokensService } from './api-tokens/api-tokens.service.js';
import { ArtifactsController } from './artifacts/artifacts.controller.js';
import { ArtifactsRepository } from './artifacts/artifacts.repository.js';
import { ArtifactRecords } from './artifacts/artifact-records.js';
import { RecordedArtifacts } from './artifacts/recorded-artifacts.js';
import { PresignedUploadsRepository } from './artifacts/presigned-uploads.repository.js';
import { PresignedUploadsService } from './artifacts/presigned-uploads.service.js';
import { DownloadService } from './artifacts/download.service.js';
import { PresignService } from './artifacts/presign.service.js';
import { UploadService } from './artifacts/upload.service.js';
import { CatalogController } from './catalog/catalog.controller.js';
import { CatalogReadModel } from './catalog/catalog.read-model.js';
import { CatalogSearch } from './catalog/catalog-search.js';
import { CatalogSearchReadModel } from './catalog/catalog-search.read-model.js';
import { CatalogService } from './catalog/catalog.service.js';
import { CertificationsController } from './certifications/certifications.controller.js';
import { CertificationsRepository } from './certifications/certifications.repository.js';
import { CertificationsService } from './certifications/certifications.service.js';
import { CleanupJob } from './cleanup/cleanup-job.js';
import { CleanupRepository } from './cleanup/cleanup.repository.js';
import { CleanupService } from './cleanup/cleanup.service.js';
import { PresignedCleanupRepository } from './cleanup/presigned-cleanup.repository.js';
import { PresignedLeftovers } from './cleanup/presigned-leftovers.js';
import { StrayObjects } from './cleanup/stray-objects.js';
import { UnreferencedArtifacts } from './cleanup/unreferenced-artifacts.js';
import { LoginController } from './login/login.controller.js';
import { LoginService } from './login/login.service.js';
import { MembersController } from './organizations/members.controller.js';
import { MembersService } from './organizations/members.service.js';
import { MembershipsRepository } from './organizations/memberships.repository.js';
import { MembershipsService } from './organizations/memberships.service.js';
import { McpBundleJob } from './mcp-bundles/mcp-bundle-job.js';
import { McpBundleMaker } from './mcp-bundles/mcp-bundle-maker.js';
import { McpBundlesRepository } from './mcp-bundles/mcp-bundles.repository.js';
import { OrganizationsRepository } from './organizations/organizations.repository.js';
import { OrganizationsService } from './organizations/organizations.service.js';
import { RegistryPeople } from './organizations/registry-people.js';
import { PackagesController } from './packages/packages.controller.js';
import { PackagesRepository } from './packages/packages.repository.js';
import { PackagesService } from './packages/packages.service.js';
import { PublishConflicts } from './versions/publish-conflicts.js';
import { VersionWriter } from './versions/version-writer.js';
import { VersionRemovalService } from './versions/version-removal.service.js';
import { PublishService } from './versions/publish.service.js';
import { ResolveReadModel } from './versions/resolve.read-model.js';
import { ResolveService } from './versions/resolve.service.js';
import { BundleWarnings } from './versions/bundle-warnings.js';
import { ArtifactReferenceRights } from './versions/artifact-reference-rights.js';
import { VersionArtifacts } from './versions/version-artifacts.js';
import { StatusService } from './versions/status.service.js';
import { VersionTrail } from './versions/version-trail.js';
import { VersionsController } from './versions/versions.controller.js';
import { VersionsReadModel } from './versions/versions.read-model.js';
import { VersionsRepository } from './versions/versions.repository.js';
import { VersionsService } from './versions/versions.service.js';

/** The registry API, `/v1`. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      Membership,
      RegistryOrganization,
      Artifact,
      PresignedUploadRow,
      Certification,
      CatalogEntryRow,
      CatalogRevision,
      Package,
      VersionAlias,
      VersionEvidence,
      Version,
    ]),
  ],
  controllers: [
    LoginController,
    CatalogController,
    PackagesController,
    VersionsController,
    CertificationsController,
    ArtifactsController,
    ApiTokensController,
    MembersController,
  ],
  providers: [
    AnnouncementJob,
    ApiTokensService,
    ArtifactRecords,
    RecordedArtifacts,
    ArtifactsRepository,
    BundleWarnings,
    CatalogReadModel,
    CatalogSearch,
    CatalogSearchReadModel,
    CatalogService,
    CertificationsRepository,
    CertificationsService,
    CleanupJob,
    CleanupRepository,
    CleanupService,
    DownloadService,
    LoginService,
    McpBundleJob,
    McpBundleMaker,
    McpBundlesRepository,
    MembersService,
    MembershipsRepository,
    MembershipsService,
    ArtifactReferenceRights,
    OrganizationsRepository,
    OrganizationsService,
    PackagesRepository,
    PackagesService,
    PresignService,
    PresignedCleanupRepository,
    PresignedLeftovers,
    PresignedUploadsRepository,
    PresignedUploadsService,
    PublishConflicts,
    PublishService,
    VersionRemovalService,
    VersionWriter,
    RegistryPeople,
    ResolveReadModel,
    ResolveService,
    StatusService,
    StrayObjects,
    UnreferencedArtifacts,
    UploadService,
    VersionArtifacts,
    UnannouncedVersionsRepository,
    VersionTrail,
    VersionsReadModel,
    VersionsRepository,
    VersionsService,
  ],
})
export class RegistryModule {}
