import type { VersionEvent } from '../../storage/outbox/version-events.js';
import type { PackageName } from '../packages/package-name.js';
import type { StatusRequest } from './versions.dto.js';
import type { ChangedVersion, VersionState } from './versions.repository.js';

/** The message about a change of a version's status, for the hub (hub contract 20). */
export function versionEvent(
  { org, name }: PackageName,
  state: Pick<VersionState, 'version' | 'bundleDigest' | 'manifestDigest' | 'bundleSizeBytes'>,
  { status, reason }: StatusRequest,
  changed: ChangedVersion,
): VersionEvent {
  const of = { org, package: name, version: state.version, bundle_digest: state.bundleDigest };
  if (status === 'revoked') return { event: 'version.revoked', ...of, reason: reason ?? '' };
  return {
    event: 'version.published',
    ...of,
    manifest_digest: state.manifestDigest,
    bundle_size_bytes: Number(state.bundleSizeBytes),
    visibility: (changed.visibility ?? changed.packageVisibility) === 'public' ? 'public' : 'private',
    description: changed.description,
    git_sha: changed.gitSha,
    repo_url: changed.repoUrl,
  };
}
