import { ApiError } from '../../common/errors/api-error.js';
import type { AppConfig } from '../../config/app-config.js';
import type { ArtifactKind } from '../../storage/artifacts/artifact-store.js';

const MCPB_BYTES = 1024 ** 3;

/** Maximum size in bytes of each kind of artifact. */
export const artifactLimits = ({ limits }: AppConfig): Readonly<Record<ArtifactKind, number>> => ({
  manifest: limits.manifestBytes,
  bundle: limits.bundleBytes,
  evidence: limits.evidenceBytes,
  // Made of a bundle that may be packed better; nobody uploads one.
  mcpb: MCPB_BYTES,
});

/** 413 for an artifact over the limit of its kind. */
export const tooLarge = (kind: ArtifactKind, maxBytes: number): ApiError =>
  new ApiError('payload_too_large', `a ${kind} has at most ${maxBytes} bytes`, { max_bytes: maxBytes });
