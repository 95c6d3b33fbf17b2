import { nameKey } from '../../common/values/names.js';
import type { UploadAddress } from '../../storage/artifacts/artifact-store.js';
import type { ArtifactIdentity } from './artifacts.repository.js';

/** An artifact in a path. */
export interface ArtifactName extends ArtifactIdentity {
  readonly org: string;
}

/** The storage address of an artifact's bytes. */
export const addressOf = ({ org, kind, digest, evidenceKind }: ArtifactName): UploadAddress => ({
  orgKey: nameKey(org),
  kind,
  digest,
  evidenceKind,
});

/** The last part of an artifact's path: `manifest`, `bundle`, `mcpb` or `evidence/<kind>`. */
export const artifactPart = ({ kind, evidenceKind }: ArtifactIdentity): string =>
  kind === 'evidence' ? `evidence/${evidenceKind}` : kind;

/**
 * Path of the download endpoint of an artifact, relative to the registry's base address. `part` is `bundle`, `manifest`,
 * `mcpb` or `evidence/<kind>`.
 */
export const artifactUrl = (org: string, digest: string, part: string): string =>
  `/v1/org/${org}/artifacts/${digest}/${part}`;
