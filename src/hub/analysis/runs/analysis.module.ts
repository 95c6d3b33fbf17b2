import { Module } from '@nestjs/common';
import { AdvisoryStoreModule } from '../advisories/advisory-store.module.js';
import { AuditModule } from '../../audit/events/audit.module.js';
import { IntakeModule } from '../../catalog/intake/intake.module.js';
import { ObjectsModule } from '../../platform/objects/objects.module.js';
import { PublicationModule } from '../publication/publication.module.js';
import { RecordingModule } from '../recording/recording.module.js';
import { RepositoryIdentityModule } from '../../catalog/repository-identity/repository-identity.module.js';
import { SourceEventsModule } from '../../catalog/source-events/source-events.module.js';
import { AnalysisAttemptsRepository } from './analysis-attempts.repository.js';
import { AttemptFailures } from './attempt-failures.js';
import { AnalysisRecoveryJob } from './analysis-recovery-job.js';
import { AnalysisWorker } from './analysis-worker.js';
import { IsolatedAnalysis } from './isolated-analysis.js';
import { ReanalysisJob } from './reanalysis-job.js';
import { PythonReleases } from './releases/python-releases.js';
import { PythonReleasesRepository } from './releases/python-releases.repository.js';
import { ReleaseChecksJob } from './releases/release-checks-job.js';
import { SourceChangesJob } from './source-changes/source-changes-job.js';
import { SourceCommits } from './source-changes/source-commits.js';
import { SourceIntake } from './source-changes/source-intake.js';
import { SourceRepository } from './source-changes/source-repository.js';
import { SourceVersionsRepository } from './source-changes/source-versions.repository.js';
import { PublicSource } from './sources/public-source.js';
import { RegistrySource } from './sources/registry-source.js';
import { StoredSource } from './sources/stored-source.js';
import { VersionSources } from './sources/version-sources.js';
import { VersionAnalysis } from './version-analysis.js';

/** Workers that analyze versions. */
@Module({
  imports: [
    AdvisoryStoreModule,
    AuditModule,
    IntakeModule,
    ObjectsModule,
    PublicationModule,
    RecordingModule,
    RepositoryIdentityModule,
    SourceEventsModule,
  ],
  providers: [
    AnalysisAttemptsRepository,
    AttemptFailures,
    AnalysisRecoveryJob,
    AnalysisWorker,
    IsolatedAnalysis,
    PublicSource,
    PythonReleases,
    PythonReleasesRepository,
    ReanalysisJob,
    RegistrySource,
    ReleaseChecksJob,
    SourceChangesJob,
    SourceCommits,
    SourceIntake,
    SourceRepository,
    SourceVersionsRepository,
    StoredSource,
    VersionAnalysis,
    VersionSources,
  ],
  exports: [AnalysisAttemptsRepository, AnalysisWorker, PublicSource, PythonReleases],
})
export class AnalysisModule {}
