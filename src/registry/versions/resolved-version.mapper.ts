import { artifactUrl } from '../artifacts/artifact-url.js';
import type { PackageName } from '../packages/package-name.js';
import type { ResolvedRow } from './resolve.read-model.js';
import type { ResolvedVersion } from './versions.dto.js';

/** Registry spec, Resolved version, with the extra fields of decisions, registry 10. */
export const toResolvedVersion = (
  { org, name }: PackageName,
  ref: string,
  row: ResolvedRow,
): ResolvedVersion => ({
  package: `${org}/${name}`,
  ref,
  // The registry alone vouches for nobody; the hub knows official and verified publishers.
  origin: 'community',
  resolved: {
    version: row.version,
    status: row.status,
    git_sha: row.gitSha,
    repo_url: row.repoUrl,
    certification_level: row.certificationLevel ?? 0,
    published_at: row.publishedAt?.toISOString() ?? null,
    manifest: { digest: row.manifestDigest, url: artifactUrl(org, row.manifestDigest, 'manifest') },
    bundle: {
      digest: row.bundleDigest,
      url: artifactUrl(org, row.bundleDigest, 'bundle'),
      size_bytes: Number(row.bundleSizeBytes),
    },
    evidence: row.evidence.map(({ kind, digest }) => ({
      kind,
      digest,
      url: artifactUrl(org, digest, `evidence/${kind}`),
    })),
  },
});
