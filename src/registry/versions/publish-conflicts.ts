import { Injectable } from '@nestjs/common';
import { conflict, type ApiError } from '../../common/errors/api-error.js';
import type { PackageName } from '../packages/package-name.js';
import type { Publication } from './publication.js';
import { VersionArtifacts } from './version-artifacts.js';
import { VersionsRepository, type ExistingVersion } from './versions.repository.js';

/** 409 for an alias of another version. */
export const aliasIsTaken = (): ApiError =>
  conflict('an alias names another version of the package', { field: 'aliases' });

/** Says how a publisher whose version exists can go on: a publication may have lost its job before the upload. */
@Injectable()
export class PublishConflicts {
  constructor(
    private readonly versions: VersionsRepository,
    private readonly artifacts: VersionArtifacts,
  ) {}

  /** The 409 for a version that exists, with its state and whether the request repeats the one that made it. */
  async of(name: PackageName, publication: Publication, signal: AbortSignal): Promise<ApiError> {
    const { text, sortKey } = publication.version;
    const existing = await this.versions.findExisting(name, sortKey);
    const message = `version ${existing?.version ?? text} exists already; versions are never replaced`;
    if (existing === undefined) return conflict(message, { field: 'version' });
    return conflict(message, {
      field: 'version',
      status: existing.status,
      bundle_stored: await this.artifacts.isBundleStored(name.org, existing, signal),
      same_request: isSame(existing, publication),
    });
  }
}

const listed = (values: readonly string[]): string => [...new Set(values)].sort().join(' ');

/** Whether a publication has what the version was made with. Description and tags belong to the package. */
function isSame(
  existing: ExistingVersion,
  { source, manifest, bundle, ...publication }: Publication,
): boolean {
  return (
    existing.version === publication.version.text &&
    existing.manifestDigest === manifest.digest &&
    existing.bundleDigest === bundle.digest &&
    Number(existing.bundleSizeBytes) === bundle.sizeBytes &&
    existing.gitSha === source.gitSha &&
    existing.repoUrl === source.repoUrl &&
    existing.repoVisibility === source.repoVisibility &&
    existing.repoProvider === source.repoProvider &&
    existing.repoRef === source.repoRef &&
    existing.repoCommit === source.repoCommit &&
    existing.certificationLevel === publication.certificationLevel &&
    (publication.visibility === null || existing.visibility === publication.visibility) &&
    listed(existing.aliases) === listed(publication.aliases) &&
    listed(existing.evidence) === listed(publication.evidence)
  );
}
