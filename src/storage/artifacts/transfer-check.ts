import { createHash, type Hash } from 'node:crypto';
import type { ArtifactAddress, SendOptions } from './artifact-store.js';
import { DamagedObjectError } from './damaged-object.js';
import type { VerifiedStates } from './verified-states.js';

/**
 * Checks the bytes of an object on their way to a client: their number, and those of a whole object against its digest.
 * Whoever sends them holds the last ones back until `finish` has accepted them all, so that no client gets wrong bytes as a
 * whole response.
 */
export class TransferCheck {
  private left: number;
  private readonly hash: Hash | undefined;

  /** @param state what the store says of the object, which a change of its bytes changes; undefined if it says nothing */
  constructor(
    private readonly address: ArtifactAddress<string>,
    { sizeBytes, range }: SendOptions,
    private readonly verified: VerifiedStates,
    private readonly state: string | undefined,
  ) {
    this.left = range === undefined ? sizeBytes : range.end - range.start + 1;
    const isKnown = state !== undefined && verified.has(objectName(address), state);
    this.hash = range === undefined && !isKnown ? createHash('sha256') : undefined;
  }

  /** To be called with each piece before it is sent. @throws DamagedObjectError for more bytes than were recorded */
  take(piece: Uint8Array): void {
    this.left -= piece.length;
    if (this.left < 0) throw new DamagedObjectError(this.address, 'longer');
    this.hash?.update(piece);
  }

  /** To be called before the last piece is sent. @throws DamagedObjectError unless all bytes are right */
  finish(): void {
    if (this.left > 0) throw new DamagedObjectError(this.address, 'shorter');
    if (this.hash === undefined) return;
    if (`sha256:${this.hash.digest('hex')}` !== this.address.digest) {
      throw new DamagedObjectError(this.address, 'other bytes');
    }
    if (this.state !== undefined) this.verified.add(objectName(this.address), this.state);
  }
}

/** @throws DamagedObjectError unless an object has as many bytes as were recorded */
export function requireSize(address: ArtifactAddress<string>, found: number, recorded: number): void {
  if (found !== recorded) throw new DamagedObjectError(address, found < recorded ? 'shorter' : 'longer');
}

/** The name of an object among those whose bytes were verified. */
export const objectName = ({ orgKey, kind, digest }: ArtifactAddress<string>): string =>
  `${orgKey}/${kind}/${digest}`;
