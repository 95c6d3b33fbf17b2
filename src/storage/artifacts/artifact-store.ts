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

/** A part of an object: bytes `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** How a write is bounded. */
export interface WriteLimits {
  readonly maxBytes: number;
  /** Ends the write; nothing of it stays. */
  readonly signal: AbortSignal;
}

/** The bytes that arrived are not the ones that the address names. */
export class DigestMismatchError extends Error {
  override readonly name = 'DigestMismatchError';
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

  /** Removes what writes that never ended have left behind. Called at start, before any write. */
  removeUnfinished(): Promise<void>;
}

/** Injection token of the store. */
export const ARTIFACT_STORE = Symbol('ARTIFACT_STORE');
