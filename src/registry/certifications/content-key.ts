import { sha256Of, type Sha256Digest } from '../../common/values/sha256-digest.js';

/**
 * Identifies the content of a version: its bundle, and its manifest without the version number
 * (`CanonicalManifest.unversioned`). Versions of one package with equal keys run the same bytes in the same way, so a
 * verdict on one applies to the other. The bundle alone is not enough, because the manifest defines the command (ADR
 * 33).
 */
export const contentKey = (bundleDigest: Sha256Digest, unversionedManifest: string): Sha256Digest =>
  sha256Of(`${bundleDigest} ${unversionedManifest}`);

/** SQL of the content key of the version `v`. Versions that predate content keys get a unique one. */
export const CONTENT_KEY = `coalesce(v.content_key, v.bundle_digest || ' ' || v.manifest_digest)`;
