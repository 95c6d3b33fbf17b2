import type { Readable, Writable } from 'node:stream';
import type { Sha256Digest } from '../../common/values/sha256-digest.js';

/** The types of artifacts; evidence additionally has an evidence kind. The registry itself makes those of kind `mcpb` (ADR 125). */
export const ARTIFACT_KINDS = ['manifest', 'bundle', 'evidence', 'mcpb'] as const;
export type ArtifactKind = (typeof ARTIFACT_KINDS)[number];

/** The types of the hub's objects that prove what its audit trail had; they are never removed (ADR 68). */
export const PROOF_KINDS = ['checkpoint', 'audit'] as const;

/** The types of the hub's objects that are reports of organizations: what a report says, and its two documents. */
const REPORT_KINDS = ['report-data', 'report-html', 'pdf'] as const;

/** The types of the hub's objects, which have a store of their own: what analyses use and produce, and proofs. */
export const HUB_OBJECT_KINDS = [
  'source',
  'findings',
  'report',
  'sarif',
  'sbom',
  ...REPORT_KINDS,
  ...PROOF_KINDS,
] as const;
export type HubObjectKind = (typeof HUB_OBJECT_KINDS)[number];

/** The address of an artifact's bytes, which belong to one owner and are content-addressed. */
export interface ArtifactAddress<Kind extends string = ArtifactKind> {
  /** The owner. Artifacts: key of the organization's slug (`nameKey`), unique, and never changed. Hub objects: a UUID. */
  readonly orgKey: string;
  readonly kind: Kind;
  readonly digest: Sha256Digest;
}

/**
 * Where a client uploads an artifact's bytes. Evidence kinds are kept apart, because permission for one does not cover
 * another.
 */
export interface UploadAddress extends ArtifactAddress {
  /** Empty unless `kind` is `evidence`. */
  readonly evidenceKind: string;
}

/** A part of an object: bytes `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** What a client gets of an object. */
export interface SendOptions {
  /** The recorded size of the whole object. */
  readonly sizeBytes: number;
  readonly range?: ByteRange | undefined;
}

/** An object in a listing. */
export interface StoredObject<Kind extends string = ArtifactKind> {
  readonly address: ArtifactAddress<Kind>;
  readonly sizeBytes: number;
  /** When it was written. */
  readonly modifiedAt: Date;
}

/** A staged upload in a listing. */
export interface StagedUpload {
  readonly address: UploadAddress;
  readonly modifiedAt: Date;
}

/** Bounds of a write. */
export interface WriteLimits {
  readonly maxBytes: number;
  /** Aborts the write, which leaves nothing behind. */
  readonly signal: AbortSignal;
}

/** A presigned request with which a client uploads bytes directly to the store (registry contract 8). */
export interface PresignedUpload {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Seconds. */
  readonly expiresIn: number;
}

/** Headers of the response to a presigned download. */
export interface DownloadForm {
  readonly method: 'GET' | 'HEAD';
  readonly contentType: string;
  readonly contentDisposition: string;
  readonly cacheControl: string;
}

/** Presigned URLs, with which clients access the store directly for a limited time. */
export interface ArtifactPresigning {
  /**
   * Presigns an upload of exactly `sizeBytes` bytes, if known. The bytes are not visible as an object until they are
   * accepted.
   */
  upload(address: UploadAddress, sizeBytes: number | undefined): Promise<PresignedUpload>;

  /** URL of a stored object. */
  download(address: ArtifactAddress, form: DownloadForm): Promise<string>;
}

/** Bytes uploaded with presigned URLs that have not been verified yet. */
export interface StagedUploads {
  /** Validity of upload URLs in seconds, including those issued before presigning was disabled. */
  readonly urlSeconds: number;

  /**
   * Verifies a staged upload and stores it as an object; returns its size in bytes, or undefined when there is nothing
   * (any more). The staged bytes stay, to be discarded once the object is recorded; bytes that fail verification are
   * removed.
   * @throws DigestMismatchError, ArtifactTooLargeError, the store's error; when the signal is aborted
   */
  accept(address: UploadAddress, limits: WriteLimits): Promise<number | undefined>;

  /** All staged uploads, read in pages. @throws when the signal is aborted */
  list(signal: AbortSignal): AsyncIterable<StagedUpload>;

  /** Removes the staged bytes of an upload, if any. */
  discard(address: UploadAddress): Promise<void>;
}

/** The received bytes do not hash to the digest of the address. */
export class DigestMismatchError extends Error {
  override readonly name = 'DigestMismatchError';
}

/** The store was unreachable, broke off or refused; the call may succeed later. */
export class ArtifactStoreError extends Error {
  override readonly name = 'ArtifactStoreError';
  /** Whether it has no room. */
  readonly isFull: boolean;

  constructor(
    message: string,
    { full = false, ...options }: ErrorOptions & { readonly full?: boolean } = {},
  ) {
    super(message, options);
    this.isFull = full;
  }
}

/** The store responds, but its configuration is unusable: no upload could ever succeed. */
export class UnusableStoreError extends Error {
  override readonly name = 'UnusableStoreError';
}

/** More bytes arrived than the limit allows. */
export class ArtifactTooLargeError extends Error {
  override readonly name = 'ArtifactTooLargeError';
}

/**
 * Stores artifact bytes. An object appears atomically and durably: `write` hashes the incoming bytes and publishes the
 * object only if they match the digest of the address.
 */
export interface ArtifactStore<Kind extends string = ArtifactKind> {
  /** Undefined if clients must transfer bytes through the registry. */
  readonly presigning: ArtifactPresigning | undefined;

  /** Undefined if the store cannot have any. While `presigning` is disabled, earlier uploads may still exist. */
  readonly staged: StagedUploads | undefined;

  /**
   * Stores the bytes of `source` and returns their number. Storing an existing object changes nothing, but the bytes
   * are still verified.
   * @throws DigestMismatchError, ArtifactTooLargeError, the signal's reason, or the source's error.
   */
  write(address: ArtifactAddress<Kind>, source: Readable, limits: WriteLimits): Promise<number>;

  /** Size in bytes of a stored object; undefined when there is none. */
  size(address: ArtifactAddress<Kind>): Promise<number | undefined>;

  /** The bytes of a stored object. @throws DamagedObjectError when there is none; the stream fails when it breaks off. */
  read(address: ArtifactAddress<Kind>, range?: ByteRange): Promise<Readable>;

  /**
   * Writes the bytes of a stored object to an HTTP response and ends it: cheaper than piping `read`. They are checked on the
   * way, and the end is held back until they are known to be right (ADR 106).
   * @throws DamagedObjectError: before anything is written if there is no such object, or it has another size; with a
   *   response that is not ended for other bytes, fewer or more. When the connection closes early.
   */
  send(address: ArtifactAddress<Kind>, answer: Writable, options: SendOptions): Promise<void>;

  /** Removes an object. Idempotent: a missing object is not an error. */
  delete(address: ArtifactAddress<Kind>): Promise<void>;

  /**
   * Every object, in no particular order, read in pages; objects added or removed meanwhile may or may not be included.
   * @throws when the signal is aborted
   */
  list(signal: AbortSignal): AsyncIterable<StoredObject<Kind>>;

  /**
   * Removes the leftovers of writes that started before `before` and never finished. Returns their number, also in a
   * dry run.
   * @throws when the signal is aborted
   */
  removeAbandoned(before: Date, options: { readonly dryRun: boolean }, signal: AbortSignal): Promise<number>;

  /** Removes the leftovers of writes that never finished. Called at startup, before any write. */
  removeUnfinished(): Promise<void>;

  /**
   * Checks that objects can be written now, without writing one unless the last write has failed. @throws the store's error when not,
   * or when the signal is aborted
   */
  check(signal: AbortSignal): Promise<void>;

  /**
   * Checks at startup that the store's configuration is usable, and that objects can be written if `writes`.
   * @throws UnusableStoreError when it is not; the store's error when it is unreachable now
   */
  requireUsable(options: { readonly writes: boolean }): Promise<void>;

  /** Closes connections. The store must not be used afterwards. */
  close(): void;
}

/** Injection token of the registry's store. */
export const ARTIFACT_STORE = Symbol('ARTIFACT_STORE');

/** Injection token of the hub's store, an `ArtifactStore<HubObjectKind>`, which the registry's cleanup never sees. */
export const HUB_OBJECTS = Symbol('HUB_OBJECTS');
