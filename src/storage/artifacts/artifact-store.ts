import type { Readable, Writable } from 'node:stream';
import type { Sha256Digest } from '../../common/values/sha256-digest.js';

/** What an artifact is; evidence has a kind of its own beside it. */
export type ArtifactKind = 'manifest' | 'bundle' | 'evidence';

/** Where an artifact's bytes are: they belong to one organization and are named by what they hash to. */
export interface ArtifactAddress {
  /** Key of the organization's slug (`nameKey`): unique, and never changed. */
  readonly org: string;
  readonly kind: ArtifactKind;
  readonly digest: Sha256Digest;
}

/** Where a client puts an artifact's bytes: evidence of each kind apart, for a right on one is none on another. */
export interface UploadAddress extends ArtifactAddress {
  /** Empty unless `kind` is `evidence`. */
  readonly evidenceKind: string;
}

/** A part of an object: bytes `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** An object as a listing shows it. */
export interface StoredObject {
  readonly address: ArtifactAddress;
  readonly sizeBytes: number;
  /** When it was written. */
  readonly modifiedAt: Date;
}

/** What a client has put, as a listing shows it. */
export interface StagedUpload {
  readonly address: UploadAddress;
  readonly modifiedAt: Date;
}

/** How a write is bounded. */
export interface WriteLimits {
  readonly maxBytes: number;
  /** Ends the write; nothing of it stays. */
  readonly signal: AbortSignal;
}

/** Where a client puts bytes itself (registry contract 8). */
export interface PresignedUpload {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Seconds. */
  readonly expiresIn: number;
}

/** What the answer to a presigned download says of the bytes. */
export interface DownloadForm {
  readonly method: 'GET' | 'HEAD';
  readonly contentType: string;
  readonly contentDisposition: string;
  readonly cacheControl: string;
}

/** What a store can do that clients speak to themselves, by URLs that carry a right for a while. */
export interface ArtifactPresigning {
  /** For bytes of this size, where it is known; the URL takes no others. They are nowhere to be seen until accepted. */
  upload(address: UploadAddress, sizeBytes: number | undefined): Promise<PresignedUpload>;

  /** URL of a stored object. */
  download(address: ArtifactAddress, form: DownloadForm): Promise<string>;
}

/** What clients have put by presigned URLs, and nobody has verified yet. */
export interface StagedUploads {
  /** Seconds for which URLs of uploads are valid, those too that were handed out before presigning was switched off. */
  readonly urlSeconds: number;

  /**
   * Verifies what a presigned upload has left and shows it as an object; answers its size in bytes, or undefined when
   * there is nothing (any more). What was put stays, to be discarded once it is recorded; what does not fit is removed.
   * @throws DigestMismatchError, ArtifactTooLargeError, the store's error; when the signal is aborted
   */
  accept(address: UploadAddress, limits: WriteLimits): Promise<number | undefined>;

  /** All of it, a page at a time. @throws when the signal is aborted */
  list(signal: AbortSignal): AsyncIterable<StagedUpload>;

  /** Removes what a presigned upload has left, if it has. */
  discard(address: UploadAddress): Promise<void>;
}

/** The bytes that arrived are not the ones that the address names. */
export class DigestMismatchError extends Error {
  override readonly name = 'DigestMismatchError';
}

/** The store could not be reached, broke off or refused: whatever was asked of it may work at another time. */
export class ArtifactStoreError extends Error {
  override readonly name = 'ArtifactStoreError';
}

/** The store answers, but cannot be used as it is configured: no upload could ever work. */
export class UnusableStoreError extends Error {
  override readonly name = 'UnusableStoreError';
}

/** More bytes arrived than the limit allows. */
export class ArtifactTooLargeError extends Error {
  override readonly name = 'ArtifactTooLargeError';
}

/**
 * Keeps artifact bytes. An object is visible whole and durable, or not at all: `write` hashes what arrives and shows it
 * only when it hashes to the address's digest.
 */
export interface ArtifactStore {
  /** Undefined where clients come to the registry for bytes. */
  readonly presigning: ArtifactPresigning | undefined;

  /** Undefined where no client can ever have put any: while `presigning` is switched off, they may still be there. */
  readonly staged: StagedUploads | undefined;

  /**
   * Stores what `source` yields and answers its size in bytes. Storing what is there already changes nothing, but the
   * bytes are still checked.
   * @throws DigestMismatchError, ArtifactTooLargeError, the signal's reason, or the source's error.
   */
  write(address: ArtifactAddress, source: Readable, limits: WriteLimits): Promise<number>;

  /** Size in bytes of a stored object; undefined when there is none. */
  size(address: ArtifactAddress): Promise<number | undefined>;

  /** The bytes of a stored object. @throws when there is none. */
  read(address: ArtifactAddress, range?: ByteRange): Promise<Readable>;

  /**
   * Writes the bytes of a stored object to an HTTP answer, and ends it: what `read` gives, for less.
   * @throws when there is none, before anything is written; when the answer's connection closes early.
   */
  send(address: ArtifactAddress, answer: Writable, range?: ByteRange): Promise<void>;

  /** Removes an object; one that is not there is removed already. */
  delete(address: ArtifactAddress): Promise<void>;

  /**
   * Every object, in no order and a page at a time; what comes or goes meanwhile may be in it or not.
   * @throws when the signal is aborted
   */
  list(signal: AbortSignal): AsyncIterable<StoredObject>;

  /**
   * Removes what writes have left that began before `before` and never ended. Answers how many, for a dry run too.
   * @throws when the signal is aborted
   */
  removeAbandoned(before: Date, options: { readonly dryRun: boolean }, signal: AbortSignal): Promise<number>;

  /** Removes what writes that never ended have left behind. Called at start, before any write. */
  removeUnfinished(): Promise<void>;

  /** Asks whether objects could be written now. @throws the store's error when not, or when the signal is aborted */
  check(signal: AbortSignal): Promise<void>;

  /**
   * Asks whether the store can be used as it is configured, before anybody uploads.
   * @throws UnusableStoreError when it never can be; the store's error when it is away now
   */
  requireUsable(): Promise<void>;

  /** Gives up what it holds open. Nothing is asked of it any more. */
  close(): void;
}

/** Injection token of the store. */
export const ARTIFACT_STORE = Symbol('ARTIFACT_STORE');
