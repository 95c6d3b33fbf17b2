import { sha256Of, type Sha256Digest } from '../../common/values/sha256-digest.js';

/**
 * Names what a version consists of: its bundle, and its manifest but for the version number
 * (`CanonicalManifest.unversioned`). Versions of one package with equal keys run the same bytes in the same way, so a
 * verdict about one holds for the other. The bundle alone would not do: the manifest says which command is run (ADR 33).
 */
export const contentKey = (bundleDigest: Sha256Digest, unversionedManifest: string): Sha256Digest =>
  sha256Of(`${bundleDigest} ${unversionedManifest}`);

/** SQL of the content key of the version `v`. Versions from before there were keys have one of their own. */
export const CONTENT_KEY = `coalesce(v.content_key, v.bundle_digest || ' ' || v.manifest_digest)`;
