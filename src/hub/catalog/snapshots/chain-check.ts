import { CHAIN_START, snapshotHash, type HashedSnapshot } from './snapshot-hash.js';

/** A snapshot as stored, with its links. */
export interface ChainedSnapshot extends HashedSnapshot {
  readonly previousSnapshotId: string | null;
  readonly snapshotHash: string;
  /** False if the stored time has a fraction of a millisecond, which `createdAt` does not show. */
  readonly isWhole: boolean;
}

export const SNAPSHOT_BREAKS = [
  /** A snapshot is missing at this position. */
  'missing',
  /** The snapshot is not the recorded one, or its predecessor is not. */
  'changed',
  /** It does not name its predecessor. */
  'unlinked',
] as const;
export type SnapshotBreak = (typeof SNAPSHOT_BREAKS)[number];

/** The first broken position of a chain. */
export interface BrokenSnapshot {
  readonly position: number;
  /** Id of the snapshot at that position, if there is one. */
  readonly snapshotId: string | null;
  readonly reason: SnapshotBreak;
}

/** Checks the chain of an MCP snapshot by snapshot, in constant memory. */
export class ChainCheck {
  private last: { readonly id: string | null; readonly hash: string } = { id: null, hash: CHAIN_START };
  private checked = 0;

  /** Number of valid snapshots from the first one. */
  get length(): number {
    return this.checked;
  }

  /** Hash of the last valid snapshot; that of the start without any. */
  get hash(): string {
    return this.last.hash;
  }

  /** Checks the next snapshot, in the order of positions; undefined if it is valid. */
  next(snapshot: ChainedSnapshot): BrokenSnapshot | undefined {
    const position = this.checked + 1;
    const { id: snapshotId } = snapshot;
    if (snapshot.position !== position) return { position, snapshotId: null, reason: 'missing' };
    if (snapshot.previousSnapshotId !== this.last.id) return { position, snapshotId, reason: 'unlinked' };
    if (!isAsRecorded(snapshot, this.last.hash)) return { position, snapshotId, reason: 'changed' };
    this.last = { id: snapshotId, hash: snapshot.snapshotHash };
    this.checked = position;
    return undefined;
  }
}

function isAsRecorded(snapshot: ChainedSnapshot, previous: string): boolean {
  try {
    return snapshot.isWhole && snapshotHash(snapshot, previous) === snapshot.snapshotHash;
  } catch {
    // A key that no object can have, or an invalid date: never recorded by this program.
    return false;
  }
}
