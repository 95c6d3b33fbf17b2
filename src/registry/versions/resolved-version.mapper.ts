import { artifactUrl } from '../artifacts/artifact-url.js';
import type { PackageName } from '../packages/package-name.js';
import type { ResolvedRow } from './resolve.read-model.js';
import { toArtifactLinks } from './version.mapper.js';
import type { ResolvedVersion } from './versions.dto.js';

/** Maps a row to the answer of a resolve (registry contract 10). */
export const toResolvedVersion = (
  { org, name }: PackageName,
  ref: string,
  row: ResolvedRow,
): ResolvedVersion => ({
  package: `${org}/${name}`,
  ref,
  origin: row.origin,
  resolved: {
    version: row.version,
    status: row.status,
    git_sha: row.gitSha,
    repo_url: row.repoUrl,
    certification_level: row.certificationLevel ?? 0,
    claimed_certification_level: row.claimedCertificationLevel ?? 0,
    published_at: row.publishedAt?.toISOString() ?? null,
    ...toArtifactLinks(org, row),
    evidence: row.evidence.map(({ kind, digest }) => ({
      kind,
      digest,
      url: artifactUrl(org, digest, `evidence/${kind}`),
    })),
  },
});
