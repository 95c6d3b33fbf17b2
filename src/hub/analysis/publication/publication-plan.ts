import type { JsonObject } from '../../../common/values/json.js';
import type { Sha256Digest } from '../../../common/values/sha256-digest.js';

/** The default of the registry's `limits.evidence_bytes`. */
export const MAX_EVIDENCE_BYTES = 50 * 1024 * 1024;

/** A number under which a version was published before it was released under another one. */
export interface EarlierNumber {
  readonly version: string;
  readonly bundleDigest: Sha256Digest;
  readonly manifestDigest: Sha256Digest;
}

/** What is published as a new version of the registry. Stored before the first request, as JSON. */
export interface VersionToPublish {
  readonly kind: 'new';
  readonly org: string;
  readonly name: string;
  readonly version: string;
  /** Under other numbers, the registry has the same bytes from earlier plans: it learns later verdicts on these, too. */
  readonly earlier?: readonly EarlierNumber[];
  /** The number if the registry has other content under `version`; absent if there is none left. */
  readonly otherwise?: string;
  readonly manifest: JsonObject;
  /** Digest of the manifest's canonical form, which the registry stores. */
  readonly manifestDigest: Sha256Digest;
  readonly bundle: { readonly key: string; readonly digest: Sha256Digest; readonly size: number };
  readonly sbom: { readonly key: string; readonly digest: Sha256Digest };
  /** The signed envelope, as text: another key would sign other bytes. */
  readonly attestation: { readonly text: string; readonly digest: Sha256Digest };
}

/** A version that somebody else published to the registry: only the verdict on it is sent. */
export interface ExistingVersion {
  readonly kind: 'existing';
  readonly org: string;
  readonly name: string;
  readonly version: string;
  readonly bundleDigest: Sha256Digest;
  /** Whether its manifest starts a file of the bundle. */
  readonly startsBundle: boolean;
}

/** What an attempt does. */
export type PublicationPlan = VersionToPublish | ExistingVersion;
