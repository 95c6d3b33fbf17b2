import type { AppConfig } from '../../config/app-config.js';
import type { ArtifactKind } from '../../storage/artifacts/artifact-store.js';

/** Largest size in bytes of each kind of artifact. */
export const artifactLimits = ({ limits }: AppConfig): Readonly<Record<ArtifactKind, number>> => ({
  manifest: limits.manifestBytes,
  bundle: limits.bundleBytes,
  evidence: limits.evidenceBytes,
});
