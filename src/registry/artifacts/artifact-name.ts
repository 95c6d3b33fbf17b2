import type { ArtifactIdentity } from './artifacts.repository.js';

/** An artifact as a path names it. */
export interface ArtifactName extends ArtifactIdentity {
  readonly org: string;
}

/** The last part of an artifact's path: `manifest`, `bundle` or `evidence/<kind>`. */
export const artifactPart = ({ kind, evidenceKind }: ArtifactIdentity): string =>
  kind === 'evidence' ? `evidence/${evidenceKind}` : kind;
